import { embeddingHeaders, keeping } from '../../contract/header-values.ts';
import { codingFor, matchesTag } from './negotiation.ts';
import { openFolder, type StaticFile } from './static-files.ts';

export type Site = (request: Request) => Promise<Response | null>;

/** `isOursAlone`: no page loads files of third parties. */
export function openSite(directory: string, isOursAlone: boolean): Site {
  const folder = openFolder(directory);
  return async (request) => {
    const path = decodedPath(request);
    for (const candidate of candidates(path)) {
      const file = await folder.find(candidate);
      if (file) return respond(request, { file, path, status: 200, isOursAlone });
    }
    const missing = await folder.find('/404.html');
    return missing && respond(request, { file: missing, path, status: 404, isOursAlone });
  };
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
    isOursAlone,
  }: { file: StaticFile; path: string; status: number; isOursAlone: boolean },
): Promise<Response> {
  const coding = file.isCompressible ? codingFor(request) : 'identity';
  const { bytes, tag } = await file.read(coding);
  const headers = new Headers({
    'content-type': file.type,
    'Cache-Control': cacheControl(file, path),
    ETag: tag,
    ...embeddingHeaders(path, isOursAlone),
  });
  if (file.isCompressible) headers.set('Vary', 'Accept-Encoding');
  if (coding !== 'identity') headers.set('content-encoding', coding);
  if (path.startsWith('/widgets/')) headers.set('Access-Control-Allow-Origin', '*');
  if (status === 200 && matchesTag(request, tag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}

function cacheControl(file: StaticFile, path: string): string {
  if (file.type.startsWith('text/html')) return keeping.page;
  return /^\/(?:_astro|widgets\/\d+\.\d+\.\d+)\//.test(path) ? keeping.hashed : keeping.other;
}

/** Of a malformed path it returns a text that no file is named by. */
function decodedPath(request: Request): string {
  const { pathname } = new URL(request.url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
