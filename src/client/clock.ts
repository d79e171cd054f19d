import type { KeyValueStore } from '../environment.ts';
import { clockEvent } from '../page-events.ts';
import { clockKey } from '../storage-keys.ts';

const toleranceMs = 120_000;

export function gatewayTime(storage: KeyValueStore): Date {
  return new Date(Date.now() + (Number(storage.get(clockKey)) || 0));
}

/** Takes the gateway's time from the Date (RFC 9110, 6.6.1) of an answer that no cache sent. */
export function learnTime(headers: Headers, storage: KeyValueStore): void {
  const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
  const isFresh = /no-store|max-age=\d{1,2}\b/.test(headers.get('cache-control') ?? '');
  const knownAhead = Number(storage.get(clockKey)) || 0;
  if (Number.isNaN(ahead) || !isFresh || Math.abs(ahead - knownAhead) < toleranceMs) return;
  // Stored even when it is 0 again: pages use the stored value.
  storage.set(clockKey, String(ahead));
  globalThis.dispatchEvent?.(new Event(clockEvent));
}
