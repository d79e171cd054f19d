import { atom } from 'nanostores';
import { $subject, readSubject } from '../../client/credentials.ts';
import { hasNoAnswer } from '../../client/result.ts';
import { runningWork, withTabLock } from '../../client/tab-lock.ts';
import {
  dropWaitingReceipt,
  listWaitingReceipts,
  putWaitingReceipt,
  sendingName,
  type WaitingReceipt,
} from '../../client/waiting-receipts.ts';
import type { ApiError } from '../../contract/errors.ts';
import type { Id } from '../../contract/primitives.ts';
import { environment } from '../../environment.ts';
import { startSession } from '../session/session.store.ts';
import { sendReceipt } from './send-receipt.ts';

/** A receipt that this device keeps, and how far it has come. */
export type OutboxItem =
  | { state: 'waiting' | 'sending'; receipt: WaitingReceipt }
  | { state: 'refused'; receipt: WaitingReceipt; refusal: ApiError }
  /** Shown while the page is open; the device has erased it. */
  | { state: 'sent'; receipt: WaitingReceipt; couponId: Id };

/** Oldest first; of whoever is signed in, or was until the session ended. */
export const $outbox = atom<readonly OutboxItem[]>([]);

/** Whether the last try reached a system that could not take it, rather than no system at all. */
export const $isSystemDown = atom(false);

/** Between the tries while the page stays open, in milliseconds; the last one repeats. */
const waits = [5_000, 15_000, 60_000, 300_000];

const tabLock = 'promo.waiting-receipts';

let isFollowed = false;
let tries = 0;
let later: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;

/**
 * Sends what waits while the page is open: at once, when the network is back, when the page is
 * looked at again, when its person signs in, and from time to time.
 */
export function startWaitingReceipts(): () => void {
  startSession();
  isFollowed = true;
  tries = 0;
  const hurry = () => {
    tries = 0;
    void sendWaitingReceipts();
  };
  const look = () => document.visibilityState === 'visible' && hurry();
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', look);
  const leave = $subject.subscribe(welcome);
  return () => {
    isFollowed = false;
    clearTimeout(later);
    window.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', look);
    leave();
  };
}

/** What waits stays until its person is back; another person never sees it. */
function welcome(owner: string | null): void {
  if (owner === null) return;
  $outbox.set($outbox.get().filter(({ receipt }) => receipt.owner === owner));
  void Promise.resolve(running).then(sendWaitingReceipts);
}

/** Sends all that is not refused, one after the other, until one finds no way. Never throws. */
export function sendWaitingReceipts(): Promise<void> {
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
export async function enqueue(receipt: WaitingReceipt): Promise<void> {
  await putWaitingReceipt(receipt);
  if (readSubject() !== receipt.owner) return;
  const others = $outbox.get().filter((item) => item.receipt.id !== receipt.id);
  $outbox.set([...others, { state: 'waiting', receipt }]);
  tryLater();
}

/** Erases a receipt and its picture from the device; one that is on its way may still arrive. */
export async function deleteWaitingReceipt(id: string): Promise<void> {
  const isIt = ({ receipt }: OutboxItem) => receipt.id === id;
  if ($outbox.get().find(isIt)?.state === 'sending') await running;
  await dropWaitingReceipt(id);
  $outbox.set($outbox.get().filter((item) => !isIt(item) || item.state === 'sent'));
}

function tryLater(): void {
  clearTimeout(later);
  const isOwed = $outbox.get().some(({ state }) => state === 'waiting');
  if (!isOwed) tries = 0;
  if (!isOwed || !isFollowed || readSubject() === null) return;
  later = setTimeout(tryAgain, waits[Math.min(tries, waits.length - 1)]);
  tries += 1;
}

/** A device that knows of no network is not asked to try; the network's return is told. */
function tryAgain(): void {
  if (navigator.onLine === false) tryLater();
  else void sendWaitingReceipts();
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
  const [kept, running] = await Promise.all([listWaitingReceipts(owner), runningWork()]);
  if (readSubject() !== owner) return false;
  // What a form is sending is that form's, until its tab is gone.
  const receipts = kept.filter(({ id }) => !running.has(sendingName(id)));
  const sent = $outbox.get().filter(({ state }) => state === 'sent');
  $outbox.set([...sent, ...receipts.map(itemOf)]);
  return $outbox.get().some(({ state }) => state === 'waiting');
}

function itemOf(receipt: WaitingReceipt): OutboxItem {
  const { refusal } = receipt;
  return refusal ? { state: 'refused', receipt, refusal } : { state: 'waiting', receipt };
}

/** @returns whether the next one may be tried. */
async function send(receipt: WaitingReceipt): Promise<boolean> {
  show({ state: 'sending', receipt });
  try {
    const outcome = await sendReceipt(receipt);
    // An answer that was lost, and whose key the gateway has forgotten since (48 h), comes back as a
    // duplicate of the person's own receipt.
    const couponId = outcome.ok ? outcome.value.id : outcome.error.duplicateOf?.id;
    if (couponId !== undefined) await settle(receipt, couponId);
    else if (!outcome.ok && isVerdict(outcome.error, receipt)) {
      await refuse(receipt, outcome.error);
    } else return hold(receipt, true);
    return true;
  } catch (failure) {
    if (!hasNoAnswer(failure)) environment().report(failure);
    return hold(receipt, !hasNoAnswer(failure));
  }
}

/** Whether a refusal is about the receipt, and not about the session or the moment. */
function isVerdict({ status, code }: ApiError, { owner }: WaitingReceipt): boolean {
  // A refused session has already forgotten its owner.
  return status !== 429 && code !== 'REQUEST_IN_PROGRESS' && readSubject() === owner;
}

async function settle(receipt: WaitingReceipt, couponId: Id): Promise<void> {
  await dropWaitingReceipt(receipt.id);
  $isSystemDown.set(false);
  show({ state: 'sent', receipt, couponId });
}

async function refuse(receipt: WaitingReceipt, refusal: ApiError): Promise<void> {
  const { status, code, message, fields } = refusal;
  const refused = { ...receipt, refusal: { status, code, message, fields: [...fields] } };
  // In another tab its person may have erased it meanwhile.
  const kept = await listWaitingReceipts(receipt.owner);
  if (kept.some(({ id }) => id === receipt.id)) await putWaitingReceipt(refused);
  $isSystemDown.set(false);
  show({ state: 'refused', receipt: refused, refusal });
}

function hold(receipt: WaitingReceipt, isSystemDown: boolean): false {
  $isSystemDown.set(isSystemDown);
  show({ state: 'waiting', receipt });
  return false;
}

function show(item: OutboxItem): void {
  const isSame = ({ receipt }: OutboxItem) => receipt.id === item.receipt.id;
  $outbox.set($outbox.get().map((each) => (isSame(each) ? item : each)));
}
