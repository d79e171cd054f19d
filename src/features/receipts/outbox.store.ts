import { atom } from 'nanostores';
import { fetchMe } from '../../client/consumer.ts';
import { $subject, readSubject } from '../../client/credentials.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { createReceipt } from '../../client/receipts.ts';
import { hasNoAnswer, NetworkError } from '../../client/result.ts';
import { runningWork, withTabLock } from '../../client/tab-lock.ts';
import type { ApiError } from '../../contract/errors.ts';
import type { Id } from '../../contract/primitives.ts';
import { environment } from '../../environment.ts';
import { startSession } from '../session/session.store.ts';
import {
  listStoredReceipts,
  type QueuedReceipt,
  removeStoredReceipt,
  sendingName,
  storeReceipt,
} from './outbox-storage.ts';
import { base64Of } from './reading.ts';
import { receiptLabels } from './receipt-values.ts';

/** A receipt that this device keeps, and how far it has come. */
export type OutboxItem =
  | { state: 'waiting' | 'sending'; receipt: QueuedReceipt }
  | { state: 'refused'; receipt: QueuedReceipt; refusal: ApiError }
  /** Shown while the page is open; the device has erased it. */
  | { state: 'sent'; receipt: QueuedReceipt; couponId: Id };

/** Oldest first, of the person who is signed in or was until the session ended. */
export const $outbox = atom<readonly OutboxItem[]>([]);

/** Whether the last try reached a system that could not take it, rather than no system at all. */
export const $isSystemDown = atom(false);

/** Between the tries while the page stays open, in milliseconds; the last one repeats. */
const retryDelays = [5_000, 15_000, 60_000, 300_000];

const tabLock = 'promo.waiting-receipts';

let isFollowed = false;
let tries = 0;
let later: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;

/**
 * Sends what waits while the page is open: at once, when the network is back, when the page is
 * looked at again, when its person signs in, and from time to time.
 */
export function startOutbox(): () => void {
  startSession();
  isFollowed = true;
  tries = 0;
  const hurry = () => {
    tries = 0;
    void sendQueue();
  };
  const look = () => document.visibilityState === 'visible' && hurry();
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', look);
  const leave = $subject.subscribe(showOwnReceipts);
  return () => {
    isFollowed = false;
    clearTimeout(later);
    window.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', look);
    leave();
  };
}

/** What waits stays until its person is back; another person never sees it. */
function showOwnReceipts(owner: string | null): void {
  if (owner === null) return;
  $outbox.set($outbox.get().filter(({ receipt }) => receipt.owner === owner));
  void Promise.resolve(running).then(sendQueue);
}

/** Sends all that is not refused, one after the other, until one finds no way. Never throws. */
export function sendQueue(): Promise<void> {
  clearTimeout(later);
  running ??= sendAll()
    .catch(environment().report)
    .finally(() => {
      running = undefined;
      tryLater();
    });
  return running;
}

/** Keeps a receipt for later. Throws when the device has no place for it. */
export async function enqueue(receipt: QueuedReceipt): Promise<void> {
  await storeReceipt(receipt);
  if (readSubject() !== receipt.owner) return;
  const others = $outbox.get().filter((item) => item.receipt.id !== receipt.id);
  $outbox.set([...others, { state: 'waiting', receipt }]);
  tryLater();
}

/** Erases a receipt and its picture from the device; one that is on its way may still arrive. */
export async function deleteQueued(id: string): Promise<void> {
  const isIt = ({ receipt }: OutboxItem) => receipt.id === id;
  if ($outbox.get().find(isIt)?.state === 'sending') await running;
  await removeStoredReceipt(id);
  $outbox.set($outbox.get().filter((item) => !isIt(item) || item.state === 'sent'));
}

function tryLater(): void {
  clearTimeout(later);
  const isOwed = $outbox.get().some(({ state }) => state === 'waiting');
  if (!isOwed) tries = 0;
  if (!isOwed || !isFollowed || readSubject() === null) return;
  later = setTimeout(tryAgain, retryDelays[Math.min(tries, retryDelays.length - 1)]);
  tries += 1;
}

/** Does not try while the device is offline: an event follows when the network is back. */
function tryAgain(): void {
  if (navigator.onLine === false) tryLater();
  else void sendQueue();
}

async function sendAll(): Promise<void> {
  if (!(await load())) return;
  await withTabLock(tabLock, async () => {
    // Another tab may have sent some of them meanwhile.
    if (!(await load())) return;
    for (const { state, receipt } of $outbox.get()) {
      if (state === 'waiting' && !(await send(receipt))) return;
    }
  });
}

/** @returns whether the person who is signed in has anything to send. */
async function load(): Promise<boolean> {
  const owner = readSubject();
  if (owner === null) return false;
  const [kept, running] = await Promise.all([listStoredReceipts(owner), runningWork()]);
  if (readSubject() !== owner) return false;
  // What a form is sending is that form's, until its tab is gone.
  const receipts = kept.filter(({ id }) => !running.has(sendingName(id)));
  const sent = $outbox.get().filter(({ state }) => state === 'sent');
  $outbox.set([...sent, ...receipts.map(itemOf)]);
  return $outbox.get().some(({ state }) => state === 'waiting');
}

function itemOf(receipt: QueuedReceipt): OutboxItem {
  const { refusal } = receipt;
  return refusal ? { state: 'refused', receipt, refusal } : { state: 'waiting', receipt };
}

/** @returns whether the next one may be tried. */
async function send(receipt: QueuedReceipt): Promise<boolean> {
  show({ state: 'sending', receipt });
  try {
    const outcome = await post(receipt);
    // An answer that was lost, and whose key the gateway has forgotten since (48 h), comes back as a
    // duplicate of the person's own receipt.
    const couponId = outcome.ok ? outcome.value.id : outcome.error.duplicateOf?.id;
    if (couponId !== undefined) await settle(receipt, couponId);
    else if (!outcome.ok && isVerdict(outcome.error, receipt)) {
      await refuse(receipt, outcome.error);
    } else return backToQueue(receipt, true);
    return true;
  } catch (failure) {
    if (!hasNoAnswer(failure)) environment().report(failure);
    return backToQueue(receipt, !hasNoAnswer(failure));
  }
}

/** Whether a refusal is about the receipt, and not about the session or the moment. */
function isVerdict({ status, code }: ApiError, { owner }: QueuedReceipt): boolean {
  // A refused session has already forgotten its owner.
  return status !== 429 && code !== 'REQUEST_IN_PROGRESS' && readSubject() === owner;
}

async function settle(receipt: QueuedReceipt, couponId: Id): Promise<void> {
  await removeStoredReceipt(receipt.id);
  $isSystemDown.set(false);
  show({ state: 'sent', receipt, couponId });
}

async function refuse(receipt: QueuedReceipt, refusal: ApiError): Promise<void> {
  const { status, code, message, fields } = refusal;
  const refused = { ...receipt, refusal: { status, code, message, fields: [...fields] } };
  // In another tab its person may have erased it meanwhile.
  const kept = await listStoredReceipts(receipt.owner);
  if (kept.some(({ id }) => id === receipt.id)) await storeReceipt(refused);
  $isSystemDown.set(false);
  show({ state: 'refused', receipt: refused, refusal });
}

function backToQueue(receipt: QueuedReceipt, isSystemDown: boolean): false {
  $isSystemDown.set(isSystemDown);
  show({ state: 'waiting', receipt });
  return false;
}

function show(item: OutboxItem): void {
  const isSame = ({ receipt }: OutboxItem) => receipt.id === item.receipt.id;
  $outbox.set($outbox.get().map((each) => (isSame(each) ? item : each)));
}

/**
 * For the first time or again: its idempotency key makes it one receipt however often it
 * is sent, a bot token being no part of what the gateway compares. Throws NetworkError.
 * @param signal ends the wait for an answer earlier.
 */
export async function post(
  { owner, content, file, idempotencyKey }: QueuedReceipt,
  signal?: AbortSignal,
) {
  const { botToken, track } = environment();
  const [me, recaptchaToken, imageBase64] = await Promise.all([
    fetchMe(signal && { signal }),
    botToken('create_coupon'),
    base64Of(new Blob([file.bytes])),
  ]);
  if (!me.ok) return me;
  // Somebody else may have signed in meanwhile.
  if (readSubject() !== owner) throw new NetworkError('aborted');
  const body = { ...content, customerDocument: me.value.document, imageBase64, recaptchaToken };
  const outcome = await createReceipt(body, { idempotencyKey, ...(signal && { signal }) });
  if (outcome.ok) void track('purchase', me.value);
  return outcome;
}

/** The gateway's sentences, as the form would show them. */
export function refusedLines(
  refusal: ApiError,
  site: Parameters<typeof receiptLabels>[0],
): string[] {
  return errorMessages(refusal, receiptLabels(site));
}
