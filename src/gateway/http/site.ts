import { readFile, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { cacheControl, embeddingHeaders } from '../../contract/response-headers.ts';
import type { Settings } from '../settings/settings.ts';
import { getOrMake } from '../share-work.ts';
import { type Bytes, type Coding, codingFor, compressors, notModified, tagOf } from './response.ts';

export type Site = (request: Request) => Promise<Response | null>;

const notFoundPage = '/404.html';

export function openSite(
  directory: string,
  { loadsThirdParties }: Pick<Settings, 'loadsThirdParties'>,
): Site {
  const folder = openFolder(directory);
  return async (request) => {
    const path = decodedPath(request);
    for (const candidate of candidates(path)) {
      const file = await folder.find(candidate);
      const status = candidate === notFoundPage ? 404 : 200;
      const isFixed = file !== null && (await neverChanges(folder, path));
      if (file) return respond(request, { file, path, status, isFixed, loadsThirdParties });
    }
    const file = await folder.find(notFoundPage);
    const notFound = { path, status: 404, isFixed: false, loadsThirdParties };
    return file && respond(request, { file, ...notFound });
  };
}

const versionFolder = /^\/widgets\/\d+\.\d+\.\d+\//;

/** A version of the widgets has hashes once it is published; until then a build may change it. */
async function neverChanges(folder: StaticFolder, path: string): Promise<boolean> {
  const [version] = versionFolder.exec(path) ?? [];
  if (!version) return path.startsWith('/_astro/');
  return (await folder.find(`${version}integrity.json`)) !== null;
}

const pendingSeconds = 3;

const pendingPage = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preparando o site</title>
<style>
:root { color-scheme: light dark }
main { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
</style>
<main>
<h1>Estamos preparando o site</h1>
<p>Em alguns segundos esta página abre sozinha.</p>
</main>
</html>
`;

export function sitePending(): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'Retry-After': String(pendingSeconds),
    Refresh: String(pendingSeconds),
  };
  return new Response(pendingPage, { status: 503, headers });
}

/** `/faq` is `/faq/index.html`; every conversation `/atendimento/{token}` is one page. */
function candidates(path: string): string[] {
  const plain = path.replace(/(?<!\/)\/+$/, '');
  const isConversation = /^\/atendimento\/[^/]+$/.test(plain);
  return [
    path,
    `${plain}/index.html`,
    `${plain}.html`,
    ...(isConversation ? ['/atendimento/index.html'] : []),
  ];
}

async function respond(
  request: Request,
  {
    file,
    path,
    status,
    isFixed,
    loadsThirdParties,
  }: {
    file: StaticFile;
    path: string;
    status: number;
    isFixed: boolean;
    loadsThirdParties: boolean;
  },
): Promise<Response> {
  const coding = file.isCompressible ? codingFor(request) : 'identity';
  const { bytes, tag } = await file.read(coding);
  const headers = new Headers({
    'content-type': file.type,
    'Cache-Control': cacheControlOf(file, isFixed),
    ETag: tag,
    ...embeddingHeaders(path, { loadsThirdParties }),
  });
  if (file.isCompressible) headers.set('Vary', 'Accept-Encoding');
  if (coding !== 'identity') headers.set('content-encoding', coding);
  if (path.startsWith('/widgets/')) headers.set('Access-Control-Allow-Origin', '*');
  const unchanged = status === 200 ? notModified(request, headers) : null;
  if (unchanged) return unchanged;
  headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}

function cacheControlOf(file: StaticFile, isFixed: boolean): string {
  if (file.type.startsWith('text/html')) return cacheControl.page;
  return isFixed ? cacheControl.hashed : cacheControl.other;
}

/** For a malformed path, returns text that is no file's name. */
function decodedPath(request: Request): string {
  const { pathname } = new URL(request.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

interface CodedFile {
  bytes: Bytes;
  tag: string;
}

interface StaticFile {
  readonly type: string;
  readonly isCompressible: boolean;
  read(coding: Coding): Promise<CodedFile>;
}

/** A new build may replace the folder while it is served. */
interface StaticFolder {
  /** @param path such as `/faq/index.html` @returns null for a path that leads out of the folder */
  find(path: string): Promise<StaticFile | null>;
}

const compressible =
  /^(?:text\/|application\/(?:json|javascript|manifest\+json|wasm|xml)|image\/svg)/;
const suffixes = { br: '.br', gzip: '.gz' } as const;

function openFolder(directory: string): StaticFolder {
  const root = resolve(directory);
  const filesByLocation = new Map<string, { version: string; file: StaticFile }>();
  return {
    async find(path) {
      const location = resolve(root, `.${path}`);
      if (!location.startsWith(root + sep) || /[\0\\]|\/\.\.\//.test(path)) return null;
      const status = await stat(location).catch(() => null);
      if (!status?.isFile()) return null;
      const version = `${status.mtimeMs} ${status.size}`;
      const earlier = filesByLocation.get(location);
      if (earlier?.version === version) return earlier.file;
      // A new build has replaced this one: frees the memory of parts that no page asks for any more.
      if (earlier) filesByLocation.clear();
      const file = staticFile(location);
      filesByLocation.set(location, { version, file });
      return file;
    },
  };
}

function staticFile(location: string): StaticFile {
  const type = getMimeType(location) ?? 'application/octet-stream';
  const isCompressible = compressible.test(type);
  const cached = new Map<Coding, Promise<CodedFile>>();
  return {
    type,
    isCompressible,
    read(coding) {
      const read = () => load(location, coding);
      return isCompressible ? getOrMake(cached, coding, read) : read();
    },
  };
}

async function load(location: string, coding: Coding): Promise<CodedFile> {
  const bytes = new Uint8Array(await codedBytes(location, coding));
  return { bytes, tag: tagOf(bytes) };
}

async function codedBytes(location: string, coding: Coding): Promise<Uint8Array> {
  if (coding === 'identity') return readFile(location);
  const built = await readFile(`${location}${suffixes[coding]}`).catch(() => null);
  return built ?? compressors[coding](new Uint8Array(await readFile(location)));
}
