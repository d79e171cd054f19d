import { atom, type ReadableAtom } from 'nanostores';
import { errorMessages } from '../../client/error-messages.ts';
import { fetchReceiptDetails } from '../../client/receipts.ts';
import type { Id } from '../../contract/primitives.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';

export type ReceiptDetails =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'known'; receipt: Receipt };

/** One receipt as it stands now (MYREC-06), for as long as a dialog shows it. */
export interface DetailsOfReceipt {
  readonly $details: ReadableAtom<ReceiptDetails>;
  /** Asks for it; its picture's address is good for 5 minutes and fresh each time. */
  load(): Promise<void>;
}

export function receiptDetails(couponId: Id): DetailsOfReceipt {
  const $details = atom<ReceiptDetails>({ state: 'loading' });
  const fail = (problem: unknown) => {
    if ($details.get().state === 'known') return;
    $details.set({ state: 'failed', lines: errorMessages(problem) });
  };
  return {
    $details,
    async load() {
      try {
        const outcome = await fetchReceiptDetails(couponId);
        if (outcome.ok) $details.set({ state: 'known', receipt: outcome.value });
        else fail(outcome.error);
      } catch (failure) {
        environment().report(failure);
        fail(failure);
      }
    },
  };
}
