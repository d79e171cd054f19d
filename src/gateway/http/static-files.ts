import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';

/** How a file travels; `identity` is the file as it is. */
export type Coding = 'br' | 'gzip' | 'identity';

type Bytes = Uint8Array<ArrayBuffer>;

export interface StaticFile {
  readonly type: string;
  readonly isCompressible: boolean;
  /** Read and compressed at the first request, then kept; only what compresses is kept. */
  read(coding: Coding): Promise<{ bytes: Bytes; tag: string }>;
}

const compressible =
  /^(?:text\/|application\/(?:json|javascript|manifest\+json|wasm|xml)|image\/svg)/;
const suffixes = { br: '.br', gzip: '.gz' } as const;

const compressors = {
  /** One below the best: a third of the time for one hundredth more. */
  br: (bytes: Bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (bytes: Bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Bytes) => bytes,
};

/**
 * The files of a folder by their path, such as `/faq/index.html`. Only these can ever be served,
 * whatever a request's path says; a folder that does not exist has none.
 */
export function listStaticFiles(directory: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const all = new Set(paths);
  return new Map(paths.map((path) => [`/${path}`, staticFile(directory, path, all)]));
}

function staticFile(directory: string, path: string, all: ReadonlySet<string>): StaticFile {
  const type = getMimeType(path) ?? 'application/octet-stream';
  const isCompressible = compressible.test(type);
  const kept = new Map<Coding, Promise<{ bytes: Bytes; tag: string }>>();
  const load = async (coding: Coding) => {
    const made = coding === 'identity' ? '' : `${path}${suffixes[coding]}`;
    const bytes = new Uint8Array(await readFile(join(directory, all.has(made) ? made : path)));
    const sent = all.has(made) ? bytes : new Uint8Array(await compressors[coding](bytes));
    const hash = createHash('sha256').update(sent).digest('base64url').slice(0, 22);
    return { bytes: sent, tag: `"${hash}"` };
  };
  return {
    type,
    isCompressible,
    read(coding) {
      const loading = kept.get(coding) ?? load(coding);
      if (isCompressible) kept.set(coding, loading);
      return loading;
    },
  };
}
