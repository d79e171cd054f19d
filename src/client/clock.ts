import type { KeyValueStore } from '../environment.ts';
import { clockEvent } from '../page-events.ts';
import { clockKey } from '../storage-keys.ts';

/** Milliseconds; a smaller difference matters to no user. */
const tolerance = 120_000;

export function gatewayTime(storage: KeyValueStore): Date {
  return new Date(Date.now() + (Number(storage.get(clockKey)) || 0));
}

/** Learns the gateway's time from its answer (RFC 9110, 6.6.1), unless a cache may have held it. */
export function learnTime(headers: Headers, storage: KeyValueStore): void {
  const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
  const isFresh = /no-store|max-age=\d{1,2}\b/.test(headers.get('cache-control') ?? '');
  const known = Number(storage.get(clockKey)) || 0;
  if (Number.isNaN(ahead) || !isFresh || Math.abs(ahead - known) < tolerance) return;
  if (Math.abs(ahead) < tolerance) storage.remove(clockKey);
  else storage.set(clockKey, String(ahead));
  globalThis.dispatchEvent?.(new Event(clockEvent));
}
