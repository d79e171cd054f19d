import { atom } from 'nanostores';
import { environment } from '../../environment.ts';
import { serviceWorkerPath } from '../../paths.ts';
import { isSharedFileGone, sharedFileHeaders } from '../../rules/receipts/file-limits.ts';
import type { ReceiptViolation } from '../../rules/violation.ts';
import { sharedFileCache } from '../../storage-keys.ts';
import { onSignOut } from '../session/session.store.ts';

/** Scripts for later are loaded after this, so that the page itself loads first. */
export const settledAfterMs = 2_000;

/** Makes the pages of receipts open without a network. Not in frames, ours or another site's; never throws. */
export async function workOffline(): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.serviceWorker) return;
  if (window.top !== window || !import.meta.env.PROD) return;
  try {
    await new Promise((resolve) => setTimeout(resolve, settledAfterMs));
    const { trustedAddress } = await import('../../readers/workers.ts');
    await navigator.serviceWorker.register(trustedAddress(serviceWorkerPath));
  } catch (failure) {
    environment().report(failure);
  }
}

export function deleteSharedFile(): void {
  if (typeof caches !== 'undefined') void caches.delete(sharedFileCache);
}

type SharedFile = { file: File } | { file: null; violation: ReceiptViolation };

export const $fileOfOtherApp = atom<File | null>(null);

/** Set when several files were dropped, pasted or shared at once: the first, which alone was taken. */
export const $firstOfMany = atom<File | null>(null);

export function noteFirstOfMany(file: File, count: number): void {
  $firstOfMany.set(count > 1 ? file : null);
}

/** What another app shared with the installed site. A file is there until it is deleted. Never throws. */
export async function findSharedFile(): Promise<SharedFile | null> {
  onSignOut(deleteSharedFile);
  if (typeof caches === 'undefined' || !(await caches.has(sharedFileCache).catch(() => false))) {
    return null;
  }
  try {
    const response = await (await caches.open(sharedFileCache)).match('/');
    const shared = response ? await sharedFileOf(response) : null;
    if (shared?.file) $fileOfOtherApp.set(shared.file);
    else await caches.delete(sharedFileCache);
    return shared;
  } catch (failure) {
    environment().report(failure);
    return null;
  }
}

async function sharedFileOf(response: Response): Promise<SharedFile | null> {
  const { headers } = response;
  if (isSharedFileGone(headers)) return { file: null, violation: 'FILE_GONE' };
  const violation = headers.get(sharedFileHeaders.violation);
  if (violation) {
    return { file: null, violation: violation === 'FILE_SIZE' ? 'FILE_SIZE' : 'FILE_TYPE' };
  }
  const name = decodeURIComponent(headers.get(sharedFileHeaders.name) ?? '');
  const type = headers.get('content-type') ?? '';
  const file = new File([await response.blob()], name, { type });
  noteFirstOfMany(file, Number(headers.get(sharedFileHeaders.count)));
  return { file };
}
