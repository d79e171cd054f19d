import { draftOf } from '../../client/storage.ts';
import { environment } from '../../environment.ts';
import type { QueuedReceipt } from './device-records.ts';

/** What was typed of a receipt that is not saved yet; it outlives a reload, its file does not. */
export const receiptDraft = draftOf('nova-nota');

export const draftedFile = draftOf('nova-nota.arquivo');

const submission = draftOf('nova-nota.envio');

export const correctionDraft = draftOf('nova-nota.correcao');

export function draftCorrection({
  id,
  values,
  fileMark = '',
}: Pick<QueuedReceipt, 'id' | 'values' | 'fileMark'>): void {
  receiptDraft.set(JSON.stringify(values));
  correctionDraft.set(id);
  draftedFile.set(fileMark);
}

/** The same for the same content, also after a reload; another one after any change. */
export function submissionKey(content: string): string {
  const id = submission.get() ?? environment().newId();
  submission.set(id);
  return `${id}-${fingerprint(content)}`;
}

export function dropReceiptDraft(): void {
  receiptDraft.remove();
  draftedFile.remove();
  submission.remove();
  correctionDraft.remove();
}

/** Bytes at the beginning, in the middle and at the end of a file that tell it from others. */
const sampled = 65_536;

/** By content: phones give pictures the same name and new dates. Throws when unreadable. */
export async function markOfFile(file: File): Promise<string> {
  const starts = [0, Math.max(0, (file.size - sampled) >> 1), Math.max(0, file.size - sampled)];
  const parts = new Blob(starts.map((start) => file.slice(start, start + sampled)));
  return `${file.size}-${fingerprint(new Uint8Array(await parts.arrayBuffer()))}`;
}

/** FNV-1a, 32 bits: enough to tell apart the few versions of one receipt, or files of one person. */
function fingerprint(content: string | Uint8Array): string {
  let hash = 0x811c9dc5;
  for (let position = 0; position < content.length; position += 1) {
    const part = typeof content === 'string' ? content.charCodeAt(position) : content[position];
    hash = Math.imul(hash ^ (part ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
