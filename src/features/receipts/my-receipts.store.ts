import { atom } from 'nanostores';
import { fetchPrizes } from '../../client/campaign.ts';
import { fetchMe } from '../../client/consumer.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { fetchLuckyNumbers } from '../../client/lucky-numbers.ts';
import { fetchReceipts, replaceReceiptImage } from '../../client/receipts.ts';
import type { CampaignPrize } from '../../contract/campaign.ts';
import type { LuckyNumber } from '../../contract/lucky-numbers.ts';
import type { Id } from '../../contract/primitives.ts';
import type { Receipt } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';
import type { Violation } from '../../rules/violation.ts';
import { onSignOut, startSession } from '../session/session.store.ts';
import { base64Of, readOnDevice, typeOf } from './reading.ts';

export type MyReceipts =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  /** Oldest first: a receipt keeps its number. */
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

export type ImageReplacement =
  | { state: 'idle' }
  | { state: 'sending'; couponId: Id }
  | { state: 'refused'; couponId: Id; violation: Violation }
  | { state: 'sent'; couponId: Id };

export const $imageReplacement = atom<ImageReplacement>({ state: 'idle' });

/** A smaller copy of the picture takes the place of the one that could not be read. */
export async function replaceImage(couponId: Id, file: File): Promise<void> {
  if ($imageReplacement.get().state === 'sending') return;
  $imageReplacement.set({ state: 'sending', couponId });
  try {
    $imageReplacement.set(await sendImage(couponId, file));
  } catch (failure) {
    environment().report(failure);
    $imageReplacement.set({ state: 'idle' });
  }
}

async function sendImage(couponId: Id, file: File): Promise<ImageReplacement> {
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

export type LuckyNumbers =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'listed'; numbers: readonly LuckyNumber[] };

export const $luckyNumbers = atom<LuckyNumbers>({ state: 'loading' });

export async function loadLuckyNumbers(): Promise<void> {
  onSignOut(forgetNumbers);
  forgetNumbers();
  try {
    const me = await fetchMe();
    const outcome = me.ok ? await fetchLuckyNumbers(me.value.id) : me;
    $luckyNumbers.set(
      outcome.ok
        ? { state: 'listed', numbers: outcome.value }
        : { state: 'failed', lines: errorMessages(outcome.error) },
    );
  } catch (failure) {
    environment().report(failure);
    $luckyNumbers.set({ state: 'failed', lines: errorMessages(failure) });
  }
}

function forgetNumbers(): void {
  $luckyNumbers.set({ state: 'loading' });
}

export const $prizes = atom<readonly CampaignPrize[]>([]);

/** Asks once; a failure leaves the prize without its name. */
export async function loadPrizes(): Promise<void> {
  if ($prizes.get().length > 0) return;
  try {
    const outcome = await fetchPrizes();
    if (outcome.ok) $prizes.set(outcome.value);
  } catch (failure) {
    environment().report(failure);
  }
}
