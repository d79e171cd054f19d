import { draftOf } from '../../client/draft.ts';
import type { WaitingReceipt } from '../../client/waiting-receipts.ts';
import { environment } from '../../environment.ts';

/** What was typed of a receipt that is not saved yet; it outlives a reload, its file does not. */
export const receiptDraft = draftOf('nova-nota');

const submission = draftOf('nova-nota.envio');

/** Which waiting receipt is back in the form, by its id. */
export const correctionDraft = draftOf('nova-nota.correcao');

/** Leaves a receipt for the form of `/nova-nota` to be corrected there. */
export function draftCorrection({ id, values }: Pick<WaitingReceipt, 'id' | 'values'>): void {
  receiptDraft.set(JSON.stringify(values));
  correctionDraft.set(id);
}

/**
 * The idempotency key of a filled-in receipt: the same for the same content, also after a reload
 * in between, and another one after any change.
 */
export function submissionKey(content: string): string {
  const id = submission.get() ?? environment().newId();
  submission.set(id);
  return `${id}-${fingerprint(content)}`;
}

/** What follows is another receipt. */
export function dropReceiptDraft(): void {
  receiptDraft.remove();
  submission.remove();
  correctionDraft.remove();
}

/** FNV-1a, 32 bits: enough to tell apart the few versions of one receipt. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let position = 0; position < text.length; position += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
