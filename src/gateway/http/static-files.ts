import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { type Bytes, type Coding, compressors } from './negotiation.ts';

type Sent = Promise<{ bytes: Bytes; tag: string }>;

export interface StaticFile {
  readonly type: string;
  readonly isCompressible: boolean;
  read(coding: Coding): Sent;
}

/** A new build may replace the folder while it is served. */
interface StaticFolder {
  /** @param path such as `/faq/index.html`; null for a path that leads out of the folder */
  find(path: string): Promise<StaticFile | null>;
}

const compressible =
  /^(?:text\/|application\/(?:json|javascript|manifest\+json|wasm|xml)|image\/svg)/;
const suffixes = { br: '.br', gzip: '.gz' } as const;

export function openFolder(directory: string): StaticFolder {
  const root = resolve(directory);
  const known = new Map<string, { version: string; file: StaticFile }>();
  return {
    async find(path) {
      const location = resolve(root, `.${path}`);
      if (!location.startsWith(root + sep) || /[\0\\]|\/\.\.\//.test(path)) return null;
      const found = await stat(location).catch(() => null);
      if (!found?.isFile()) return null;
      const version = `${found.mtimeMs} ${found.size}`;
      const before = known.get(location);
      if (before?.version === version) return before.file;
      const file = staticFile(location);
      known.set(location, { version, file });
      return file;
    },
  };
}

function staticFile(location: string): StaticFile {
  const type = getMimeType(location) ?? 'application/octet-stream';
  const isCompressible = compressible.test(type);
  const cached = new Map<Coding, Sent>();
  return {
    type,
    isCompressible,
    read(coding) {
      const sent = cached.get(coding) ?? load(location, coding);
      if (isCompressible) cached.set(coding, sent);
      return sent;
    },
  };
}

async function load(location: string, coding: Coding): Sent {
  const bytes = new Uint8Array(await codedBytes(location, coding));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, tag: `"${hash}"` };
}

async function codedBytes(location: string, coding: Coding): Promise<Uint8Array> {
  if (coding === 'identity') return readFile(location);
  const built = await readFile(`${location}${suffixes[coding]}`).catch(() => null);
  return built ?? compressors[coding](new Uint8Array(await readFile(location)));
}
