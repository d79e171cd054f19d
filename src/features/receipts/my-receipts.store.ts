import { atom } from 'nanostores';
import { errorMessages } from '../../client/error-messages.ts';
import { fetchReceipts } from '../../client/receipts.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';
import { onSignOut, startSession } from '../session/session.store.ts';

export type MyReceipts =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  /** Oldest first: a receipt keeps its number (MYREC-02). */
  | { state: 'listed'; receipts: readonly Receipt[] };

const loading: MyReceipts = { state: 'loading' };

export const $myReceipts = atom<MyReceipts>(loading);

/** Follows the receipts of the person while the page is open: again whenever it is looked at. */
export function startMyReceipts(): () => void {
  startSession({ guarded: true });
  onSignOut(forget);
  void loadReceipts();
  const look = () => document.visibilityState === 'visible' && void loadReceipts();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

function forget(): void {
  $myReceipts.set(loading);
}

/** A list that is there stays when it cannot be had anew. */
export async function loadReceipts(): Promise<void> {
  try {
    const outcome = await fetchReceipts();
    if (outcome.ok) list(outcome.value);
    else fail(outcome.error);
  } catch (failure) {
    environment().report(failure);
    fail(failure);
  }
}

/** What has not changed stays the same object, so that its card is not drawn anew. */
function list(receipts: readonly Receipt[]): void {
  const before = $myReceipts.get();
  const known = new Map(
    before.state === 'listed' ? before.receipts.map((receipt) => [receipt.id, receipt]) : [],
  );
  const kept = receipts.map((receipt) => {
    const old = known.get(receipt.id);
    return old && JSON.stringify(old) === JSON.stringify(receipt) ? old : receipt;
  });
  $myReceipts.set({ state: 'listed', receipts: inOrder(kept) });
}

/** After a failure, from the beginning. */
export function retryReceipts(): Promise<void> {
  forget();
  return loadReceipts();
}

function fail(problem: unknown): void {
  if ($myReceipts.get().state === 'listed') return;
  $myReceipts.set({ state: 'failed', lines: errorMessages(problem) });
}

function inOrder(receipts: readonly Receipt[]): Receipt[] {
  return [...receipts].sort(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  );
}
