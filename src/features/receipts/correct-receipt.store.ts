import { readSubject } from '../../client/credentials.ts';
import { listWaitingReceipts, type WaitingReceipt } from '../../client/waiting-receipts.ts';
import { $newReceipt, clearReceipt, resumeReceipt } from './new-receipt.store.ts';
import { correctionDraft, draftCorrection, receiptDraft } from './receipt-draft.ts';

/** Whether nothing is begun that a correction would push aside. */
export function canEdit(): boolean {
  return receiptDraft.get() === null && ['choosing', 'kept'].includes($newReceipt.get().step);
}

/** Puts a refused receipt back into the form, as it was filled in. */
export function editRefused(receipt: WaitingReceipt): void {
  clearReceipt();
  draftCorrection(receipt);
  takeUp(receipt);
}

/** A correction that was begun elsewhere, or before a reload; the device still has its file. */
export async function resumeCorrection(): Promise<void> {
  const id = correctionDraft.get();
  const owner = readSubject();
  if (id === null || owner === null) return;
  const receipt = (await listWaitingReceipts(owner)).find((each) => each.id === id);
  const current = $newReceipt.get();
  if (receipt && current.step === 'filling' && !current.file) takeUp(receipt);
}

function takeUp(receipt: WaitingReceipt): void {
  const { name, type, bytes } = receipt.file;
  const file = new File([bytes], name, { type });
  resumeReceipt(receipt, { file, upload: file, fileType: type });
}
