import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { readSubject } from '../../client/credentials.ts';
import { getMeEndpoint } from '../../contract/consumer.ts';
import { environment, isClosed } from '../../environment.ts';
import { campaignOverDialog } from '../../paths.ts';
import { ownerKey, signedOutKey } from '../../storage-keys.ts';
import {
  $session,
  redirectToSignIn,
  rememberWantedPath,
  watchSession,
} from '../session/session.store.ts';
import { settledAfterMs, workOffline } from './begin-later.ts';
import { preloadReader } from './file/reading.ts';
import { $newReceipt, abandonReceipt, isIdle, showForm } from './new-receipt.store.ts';
import { $outbox, forgetSent } from './outbox/outbox.store.ts';
import { receiptDraft } from './receipt-storage.ts';

let receiptOwner: string | null = null;

/** Continues with what was typed before a reload; sends signed-out users away. */
export function followReceiptPage(): () => void {
  const { storage, drafts, report } = environment();
  watchSession();
  receiptOwner ??= drafts.get(ownerKey);
  void leaveOnceClosed();
  if (isIdle($newReceipt.get()) && receiptDraft.get() !== null) showForm(null);
  // Loads it now, so that the open page can read receipts offline later.
  const preloading = setTimeout(preloadReader, settledAfterMs);
  void workOffline();
  const stopFollowing = [$newReceipt, $outbox].flatMap((store) => [
    store.subscribe(markUnsent),
    store.listen(leaveOnceClosed),
  ]);
  const unsubscribe = $session.subscribe(({ state }) => {
    if (state === 'signed-in') {
      abandonIfOtherPerson();
      // A session that is over at the gateway ends before anything is filled in.
      call(getMeEndpoint).catch(report);
    }
    if (state !== 'anonymous') return;
    forgetSent();
    const hasLeft = storage.get(signedOutKey) !== null;
    if (hasLeft || ['saved', 'queued'].includes($newReceipt.get().step)) abandonReceipt();
    // When a session merely ends, the unfinished receipt and the outbox stay for their owner.
    if (hasLeft || !hasUnsent()) redirectToSignIn();
    else rememberWantedPath(window.location.pathname);
  });
  return () => {
    clearTimeout(preloading);
    for (const stop of stopFollowing) stop();
    unsubscribe();
  };
}

export const hasUnsent = () => !isIdle($newReceipt.get()) || $outbox.get().length > 0;

/** By this mark app.css goes on showing the page when the session or the promotion has ended. */
function markUnsent(): void {
  document.documentElement.dataset.unsent = hasUnsent() ? 'yes' : 'no';
}

const $isCheckingClock = atom(false);

/** Calls `act` when the promotion seems to have closed and the gateway is asked whether it has. */
export const onClockCheck = (act: () => void) =>
  $isCheckingClock.subscribe((isChecking) => isChecking && act());

export async function leaveOnceClosed(): Promise<void> {
  if ($isCheckingClock.get() || !isClosed() || hasUnsent()) return;
  $isCheckingClock.set(true);
  const { navigate, report } = environment();
  await import('../../client/session-calls.ts').then((it) => it.correctClock()).catch(report);
  $isCheckingClock.set(false);
  if (isClosed() && !hasUnsent()) navigate(campaignOverDialog, 'replace');
}

function abandonIfOtherPerson(): void {
  const subject = readSubject();
  if (receiptOwner !== null && receiptOwner !== subject) abandonReceipt();
  receiptOwner = subject;
}
