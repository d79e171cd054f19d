import { atom } from 'nanostores';
import { replaceReceiptImage } from '../../client/receipts.ts';
import type { Id } from '../../contract/primitives.ts';
import { environment } from '../../environment.ts';
import type { Violation } from '../../rules/violation.ts';
import { base64Of } from './file-base64.ts';
import { loadReceipts } from './my-receipts.store.ts';
import { readOnDevice, typeOf } from './receipt-reading.store.ts';

export type ImageReplacement =
  | { state: 'idle' }
  | { state: 'sending'; couponId: Id }
  | { state: 'refused'; couponId: Id; violation: Violation }
  | { state: 'sent'; couponId: Id };

/** One picture is replaced at a time. */
export const $imageReplacement = atom<ImageReplacement>({ state: 'idle' });

/**
 * MYREC-19 and MYREC-20: a picture, made smaller, takes the place of the one that could not be
 * read. On failure the spinner just stops (section 8).
 */
export async function replaceImage(couponId: Id, file: File): Promise<void> {
  if ($imageReplacement.get().state === 'sending') return;
  $imageReplacement.set({ state: 'sending', couponId });
  try {
    $imageReplacement.set(await send(couponId, file));
  } catch (failure) {
    environment().report(failure);
    $imageReplacement.set({ state: 'idle' });
  }
}

async function send(couponId: Id, file: File): Promise<ImageReplacement> {
  if ((await typeOf(file)) === 'application/pdf') {
    return { state: 'refused', couponId, violation: 'FILE_TYPE' };
  }
  const reading = await readOnDevice(file, new AbortController().signal);
  if (reading.state === 'refused') {
    return { state: 'refused', couponId, violation: reading.violation };
  }
  const outcome = await replaceReceiptImage(couponId, await base64Of(reading.upload));
  if (!outcome.ok) environment().report(outcome.error);
  await loadReceipts();
  return outcome.ok ? { state: 'sent', couponId } : { state: 'idle' };
}
