import { vi } from 'vitest';
import { sharedFileHeaders } from '../../../src/rules/receipts/file-limits.ts';
import { sharedFileCache } from '../../../src/storage-keys.ts';

/** What the service worker leaves for the page. */
export function share(answer: Response, time = Date.now()): void {
  answer.headers.set(sharedFileHeaders.name, 'comprovante.jpg');
  answer.headers.set(sharedFileHeaders.time, `${time}`);
  const stored = new Map([[sharedFileCache, { match: async () => answer.clone() }]]);
  vi.stubGlobal('caches', {
    has: async (name: string) => stored.has(name),
    open: async (name: string) => stored.get(name),
    delete: async (name: string) => stored.delete(name),
  });
}

/** What it leaves in place of a file that it refuses. */
export function refusedFile(): Response {
  return new Response(null, { headers: { [sharedFileHeaders.violation]: 'FILE_TYPE' } });
}
