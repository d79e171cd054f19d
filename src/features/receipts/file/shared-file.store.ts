import { atom } from 'nanostores';
import { environment } from '../../../environment.ts';
import { isSharedFileGone, sharedFileHeaders } from '../../../rules/receipts/file-limits.ts';
import type { ReceiptViolation } from '../../../rules/violation.ts';
import { sharedFileCache, sharedFileEntry } from '../../../storage-keys.ts';
import { onSignOut } from '../../session/session.store.ts';

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
    const response = await (await caches.open(sharedFileCache)).match(sharedFileEntry);
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
