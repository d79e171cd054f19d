import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { homePath, mascotPath, newReceiptPath, sharedParameter } from '../paths.ts';
import {
  checkSharedFile,
  fileTypeBytes,
  fileTypeOf,
  sharedFileHeaders,
} from '../rules/receipts/file-limits.ts';
import { sharedFileCache, sharedFileEntry } from '../storage-keys.ts';

/** The part of a service worker's global scope that is used here: the project's types are a page's. */
declare const self: {
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: Event & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

/** Written by the build: `offlinePages` of `src/paths.ts` with their files, and a hash of all. */
declare const BUILD: { files: { url: string; revision: string | null }[]; version: string };

const pages = BUILD.files.filter(({ revision }) => revision !== null).map(({ url }) => url);

precache(BUILD.files);
cleanupOutdatedCaches();
void self.skipWaiting();
clientsClaim();

/** A page is what the network has now; the stored one helps only where that is out of reach. */
const pageTimeoutSeconds = 5;

registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: pageTimeoutSeconds,
      plugins: [{ handlerDidError: async ({ request }) => matchPrecache(pageOf(request)) }],
    }),
    { allowlist: pages.map((page) => new RegExp(`^${page}/?(?:\\?|$)`)) },
  ),
);

/** /nova-nota sends signed-out users to the home page, which is not stored. */
const offlineHome = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sem conexão</title>
<style>
  :root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
  main { max-width: 30rem; margin: 10vh auto; padding: 0 1.5rem; }
  img { height: 10rem; }
</style>
<main>
<img src="${mascotPath('duvida')}" alt="">
<h1>Sem conexão</h1>
<p>Notas guardadas neste aparelho continuam aqui. Entre na sua conta quando a internet voltar.</p>
<p><a href="${homePath}">Tentar de novo</a></p>
</main>
</html>`;

registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      plugins: [
        {
          handlerDidError: async () =>
            new Response(offlineHome, { headers: { 'content-type': 'text/html' } }),
        },
      ],
    }),
    { allowlist: [/^\/(?:\?|$)/] },
  ),
);

/** Files whose content never changes under one name, and this build's drawings. Never an answer of the API. */
const filesCache = `promo-files-${BUILD.version}`;

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:_astro|desenhos)\//.test(url.pathname),
  async (options) =>
    (await matchPrecache(options.request)) ??
    new CacheFirst({ cacheName: filesCache }).handle(options),
);

self.addEventListener('install', (event) => event.waitUntil(storeDrawing()));

/** Stored early: it illustrates a list that did not load for want of a network. */
async function storeDrawing(): Promise<void> {
  const cache = await caches.open(filesCache);
  await cache.add(mascotPath('duvida')).catch(() => {});
}

self.addEventListener('activate', (event) => event.waitUntil(deleteOldFiles()));

async function deleteOldFiles(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('promo-files-') && name !== filesCache);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Stores a file shared by another app until the page takes it. */
registerRoute(
  ({ url }) => url.pathname === newReceiptPath,
  async ({ request }) => {
    // Without the file, as where storage is full, the page asks for one as usual.
    if (!isOfOtherSite(request)) await storeSharedFile(request).catch(() => {});
    return Response.redirect(`${newReceiptPath}?${sharedParameter}`, 303);
  },
  'POST',
);

/** Most forms of other sites name their page. One that hides it passes as a share, which names none. */
function isOfOtherSite({ referrer, url }: Request): boolean {
  return /^https?:/.test(referrer) && new URL(referrer).origin !== new URL(url).origin;
}

async function storeSharedFile(request: Request): Promise<void> {
  const files = (await request.formData()).getAll('nota').filter((part) => part instanceof File);
  const [file] = files;
  if (!file) return;
  const answer = await answerOf(file, files.length);
  await (await caches.open(sharedFileCache)).put(sharedFileEntry, answer);
}

async function answerOf(file: File, sharedCount: number): Promise<Response> {
  const start = new Uint8Array(await file.slice(0, fileTypeBytes).arrayBuffer());
  const type = fileTypeOf(start);
  const problem = checkSharedFile({ type, size: file.size });
  const { name, time, violation, count } = sharedFileHeaders;
  const headers = new Headers({
    [name]: encodeURIComponent(file.name),
    [time]: `${Date.now()}`,
    [count]: `${sharedCount}`,
  });
  if (type) headers.set('content-type', type);
  if (problem) headers.set(violation, problem);
  return new Response(problem ? null : file, { headers });
}

function pageOf({ url }: Request): string {
  return new URL(url).pathname.replace(/\/$/, '');
}
