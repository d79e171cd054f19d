import { atom } from 'nanostores';
import { whenAborted } from '../../../client/call.ts';
import { $subject, readSubject } from '../../../client/credentials.ts';
import { hasNoAnswer, isUnavailable, NetworkError } from '../../../client/result.ts';
import type { AnswerOf } from '../../../contract/endpoint.ts';
import type { ApiError } from '../../../contract/errors.ts';
import type { Id } from '../../../contract/primitives.ts';
import type { createReceiptEndpoint } from '../../../contract/receipts.ts';
import { environment } from '../../../environment.ts';
import { outboxLock, receiptLock } from '../../../storage-keys.ts';
import { watchSession } from '../../session/session.store.ts';
import {
  deleteRecord,
  type FilledReceipt,
  listStoredReceipts,
  receiptToStore,
  type StoredReceipt,
  setDraftAside,
  storeRecord,
} from '../receipt-storage.ts';
import {
  isVerdict,
  noteRefusal,
  postReceipt,
  receiptOfEarlierTry,
  refusalAfterManyTries,
} from './post-receipt.ts';

export type OutboxItem =
  | { state: 'queued' | 'sending'; receipt: StoredReceipt }
  | { state: 'refused'; receipt: StoredReceipt; refusal: ApiError }
  | { state: 'sent'; receipt: StoredReceipt; receiptId: Id };

type SendResult =
  | { state: 'sent'; answer: AnswerOf<typeof createReceiptEndpoint> }
  | { state: 'refused'; error: ApiError }
  | { state: 'queued'; error: NetworkError };

/** Oldest first; only those of the user who is signed in, or was until the session ended. */
export const $outbox = atom<readonly OutboxItem[]>([]);

/** Why the last try failed; null if the receipt was taken, or if the network gave no answer at all. */
export const $queueProblem = atom<ApiError | 'unavailable' | null>(null);

export const $isOnline = atom(true);

/** Between tries while the page stays open; the last one repeats. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000];

let isStarted = false;
let failedTries = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let sendingAll: Promise<void> | undefined;

/** Sends the queue now, and again when back online, when the page becomes visible, after a sign-in, and regularly. */
export function followOutbox(): () => void {
  watchSession();
  isStarted = true;
  failedTries = 0;
  const seeNetwork = () => $isOnline.set(navigator.onLine !== false);
  seeNetwork();
  const tryNow = () => {
    seeNetwork();
    failedTries = 0;
    void sendQueue();
  };
  const tryIfVisible = () => document.visibilityState === 'visible' && tryNow();
  window.addEventListener('online', tryNow);
  window.addEventListener('offline', seeNetwork);
  document.addEventListener('visibilitychange', tryIfVisible);
  const unsubscribe = $subject.subscribe(showOwnReceipts);
  return () => {
    isStarted = false;
    clearTimeout(retryTimer);
    window.removeEventListener('online', tryNow);
    window.removeEventListener('offline', seeNetwork);
    document.removeEventListener('visibilitychange', tryIfVisible);
    unsubscribe();
  };
}

/** Queued receipts stay until their owner signs in again; no one else sees them. */
function showOwnReceipts(owner: string | null): void {
  if (owner === null) return;
  $outbox.set($outbox.get().filter(({ receipt }) => receipt.owner === owner));
  void Promise.resolve(sendingAll).then(sendQueue);
}

/**
 * Stores the receipt first, and locks it against other tabs. If aborted, it stays queued at once.
 * @throws NetworkError when neither the gateway nor the device takes the receipt
 */
export async function sendReceipt(
  filled: FilledReceipt,
  signal: AbortSignal,
  onStored = () => {},
): Promise<SendResult> {
  const receipt = await receiptToStore(filled);
  const earlierRefusal = $outbox.get().find(hasId(receipt.id));
  return withTabLock(receiptLock(receipt.id), async () => {
    const isOnDevice = await succeeds(storeRecord(receipt).then(onStored));
    const restoreDraft = isOnDevice ? setDraftAside(receipt.owner) : () => {};
    const undoStoring = () => {
      restoreDraft();
      return restoreEarlier(receipt.id, earlierRefusal);
    };
    try {
      const result = await Promise.race([postReceipt(receipt, { signal }), abortOf(signal)]);
      if (!result.ok) {
        await undoStoring();
        return { state: 'refused', error: result.error };
      }
      await deleteQueued(receipt.id);
      return { state: 'sent', answer: result.value };
    } catch (error) {
      if (!canBeSentLater(error)) {
        await undoStoring();
        throw error;
      }
      if (!isOnDevice) throw error;
      // Without this, a full device may delete the queued receipts.
      navigator.storage?.persist?.().catch(environment().report);
      if (readSubject() === receipt.owner) listLast({ state: 'queued', receipt });
      tryLater();
      return { state: 'queued', error };
    }
  });
}

async function abortOf(signal: AbortSignal): Promise<never> {
  await whenAborted(signal);
  throw new NetworkError('aborted');
}

function canBeSentLater(error: unknown): error is NetworkError {
  return hasNoAnswer(error) || isUnavailable(error);
}

/** Lists a refused receipt again as it was before its correction; deletes a new one. */
async function restoreEarlier(id: string, earlier: OutboxItem | undefined): Promise<void> {
  if (!earlier) return deleteQueued(id);
  await succeeds(storeRecord(earlier.receipt));
  listLast(earlier);
}

export function forgetSent(): void {
  $outbox.set($outbox.get().filter(({ state }) => state !== 'sent'));
}

export async function sendAgain(receipt: StoredReceipt): Promise<void> {
  await succeeds(storeRecord({ ...receipt, refusal: null }));
  await sendQueue();
}

/** Sends queued receipts in order; stops once the gateway is out of reach. Never throws. */
export function sendQueue(): Promise<void> {
  clearTimeout(retryTimer);
  sendingAll ??= sendAll()
    .catch(environment().report)
    .finally(() => {
      sendingAll = undefined;
      tryLater();
    });
  return sendingAll;
}

/** Never throws: if the device cannot delete it, it stays listed. It may still arrive. */
export async function deleteQueued(id: string): Promise<void> {
  const isThis = hasId(id);
  if ($outbox.get().find(isThis)?.state === 'sending') await sendingAll;
  if (!(await succeeds(deleteRecord(id)))) return;
  $outbox.set($outbox.get().filter((item) => !isThis(item) || item.state === 'sent'));
}

function tryLater(): void {
  clearTimeout(retryTimer);
  const hasQueued = $outbox.get().some(({ state }) => state === 'queued');
  if (!hasQueued) failedTries = 0;
  if (!hasQueued || !isStarted || readSubject() === null) return;
  retryTimer = setTimeout(tryAgain, retryDelaysMs[Math.min(failedTries, retryDelaysMs.length - 1)]);
  failedTries += 1;
}

/** Does not try while the device is offline: an event follows when the network is back. */
function tryAgain(): void {
  if (navigator.onLine === false) tryLater();
  else void sendQueue();
}

async function sendAll(): Promise<void> {
  if (!(await reloadQueue())) return;
  await withTabLock(outboxLock, async () => {
    // Another tab may have sent some of them by now.
    if (!(await reloadQueue())) return;
    for (const { state, receipt } of $outbox.get()) {
      if (state !== 'queued' || !(await isStored(receipt))) continue;
      if (!(await sendNext(receipt))) return;
    }
  });
}

/** False once the user has erased it, here or in another tab. */
async function isStored({ id, owner }: StoredReceipt): Promise<boolean> {
  return (await listStoredReceipts(owner)).some((stored) => stored.id === id);
}

async function reloadQueue(): Promise<boolean> {
  const owner = readSubject();
  if (owner === null) return false;
  const listed = $outbox.get();
  const [stored, locked] = await Promise.all([listStoredReceipts(owner), lockedNames()]);
  if (readSubject() !== owner) return false;
  // Meanwhile, a form listed its receipt, or the user erased one.
  if ($outbox.get() !== listed) return reloadQueue();
  // A receipt being sent by a form belongs to that form until its tab is closed.
  const receipts = stored.filter(({ id }) => !locked.has(receiptLock(id)));
  const sentItems = listed.filter(({ state }) => state === 'sent');
  $outbox.set([...sentItems, ...receipts.map(itemOf)]);
  return $outbox.get().some(({ state }) => state === 'queued');
}

function itemOf(receipt: StoredReceipt): OutboxItem {
  const { refusal } = receipt;
  return refusal ? { state: 'refused', receipt, refusal } : { state: 'queued', receipt };
}

/** @returns whether the next one may be tried now */
async function sendNext(receipt: StoredReceipt): Promise<boolean> {
  replaceItem({ state: 'sending', receipt });
  try {
    const result = await postReceipt(receipt, { onFailure: refusalAfterManyTries(receipt.id) });
    if (!result.ok && result.error.code === 'BOT_CHECK_FAILED') noteRefusal(receipt.id);
    const receiptId = result.ok
      ? result.value.id
      : await receiptOfEarlierTry(result.error, receipt);
    if (receiptId !== null) {
      await markSent(receipt, receiptId);
      return true;
    }
    if (!result.ok && isVerdict(result.error, receipt)) {
      await markRefused(receipt, result.error);
      return true;
    }
    backToQueue(receipt, result.ok ? null : result.error);
  } catch (failure) {
    if (!hasNoAnswer(failure)) environment().report(failure);
    backToQueue(receipt, hasNoAnswer(failure) ? null : 'unavailable');
    return !canBeSentLater(failure);
  }
  return false;
}

async function markSent(receipt: StoredReceipt, receiptId: Id): Promise<void> {
  await deleteRecord(receipt.id);
  $queueProblem.set(null);
  replaceItem({ state: 'sent', receipt, receiptId });
}

async function markRefused(receipt: StoredReceipt, refusal: ApiError): Promise<void> {
  const refused = { ...receipt, refusal: { ...refusal, fields: [...refusal.fields] } };
  // A broken bot check recovers, so this refusal is not stored: the next page tries again.
  if (refusal.code !== 'BOT_CHECK_FAILED' && (await isStored(receipt))) await storeRecord(refused);
  $queueProblem.set(null);
  replaceItem({ state: 'refused', receipt: refused, refusal });
}

function backToQueue(receipt: StoredReceipt, problem: ApiError | 'unavailable' | null): void {
  $queueProblem.set(problem);
  replaceItem({ state: 'queued', receipt });
}

function hasId(id: string): (item: OutboxItem) => boolean {
  return ({ receipt }) => receipt.id === id;
}

function listLast(item: OutboxItem): void {
  const { id } = item.receipt;
  $outbox.set([...$outbox.get().filter(({ receipt }) => receipt.id !== id), item]);
}

function replaceItem(item: OutboxItem): void {
  const { id } = item.receipt;
  $outbox.set($outbox.get().map((other) => (other.receipt.id === id ? item : other)));
}

/** Runs the work while no other tab runs work of this name; without Web Locks, just runs it. */
async function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = await askLocks();
  return locks ? locks.request(name, work) : work();
}

async function lockedNames(): Promise<ReadonlySet<string>> {
  const { held } = await askLocks();
  return new Set(held.map(({ name = '' }) => name));
}

async function askLocks(): Promise<{ locks: LockManager | undefined; held: LockInfo[] }> {
  const { locks }: Partial<Navigator> = navigator;
  try {
    const { held = [] } = (await locks?.query()) ?? {};
    return { locks, held };
  } catch {
    return { locks: undefined, held: [] };
  }
}

/** False if the device's storage failed, without which a receipt can still be sent. */
async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (failure) {
    environment().report(failure);
    return false;
  }
}
