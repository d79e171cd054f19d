import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { readSubject } from '../../client/credentials.ts';
import { listeners } from '../../client/resource.ts';
import type { NetworkError } from '../../client/result.ts';
import { getMeEndpoint } from '../../contract/consumer.ts';
import { environment, isClosed } from '../../environment.ts';
import { campaignOverDialog } from '../../paths.ts';
import type { FoundCode } from '../../readers/picture.worker.ts';
import type { ReceiptViolation } from '../../rules/violation.ts';
import { ownerKey, signedOutKey } from '../../storage-keys.ts';
import {
  $session,
  redirectToSignIn,
  rememberWantedPath,
  watchSession,
} from '../session/session.store.ts';
import type { ReceiptPhoto } from './camera/viewfinder.store.ts';
import {
  checkPickedFile,
  type FoundFields,
  type PreparedFile,
  preloadReader,
  type ReadingProgress,
  readFileInSteps,
  serverReads,
} from './file/reading.ts';
import { $outbox, forgetSent } from './outbox/outbox.store.ts';
import {
  deleteReceiptDraft,
  draftedFingerprint,
  receiptDraft,
  type StoredReceipt,
  type UnsentFile,
} from './receipt-storage.ts';
import type { RewardedReceipt } from './result/earnings.ts';
import { settledAfterMs, workOffline } from './service-worker.store.ts';

export interface FillingState extends FoundFields {
  /** Null after a reload until the stored file is found, or where the device stores none. */
  file: PreparedFile | null;
  violation: ReceiptViolation | null;
}

export interface SendingState extends FillingState {
  step: 'sending';
  file: PreparedFile;
  isStoredOnDevice: boolean;
  stop: AbortController;
}

/** A photo that another tab stored on this device, or a file shared while a receipt is begun. */
export type FileOffer =
  | { kind: 'stored-photo'; photo: UnsentFile }
  | { kind: 'shared-file'; file: File };

/** The steps that show the form: it is filled in, or sent as it is. */
export type ReceiptFormState = ({ step: 'filling' } & FillingState) | SendingState;

export type NewReceiptState =
  | { step: 'choosing'; violation: ReceiptViolation | null }
  | { step: 'chosen'; file: File; violation: ReceiptViolation | null }
  /** `before`: the step that is shown again once the user has answered. */
  | { step: 'offered'; offer: FileOffer; before: NewReceiptState }
  | { step: 'reading'; file: File; by: 'device' | 'server' }
  | ReceiptFormState
  | { step: 'queued'; failure: NetworkError }
  /** `next`: where the user goes from the result; null while it is open. A poll may come first. */
  | { step: 'saved'; receipt: RewardedReceipt; next: 'home' | 'another' | null };

const noFile = { step: 'choosing', violation: null } satisfies NewReceiptState;
const chosen = (file: File): NewReceiptState => ({ step: 'chosen', file, violation: null });

export const $newReceipt = atom<NewReceiptState>(noFile);

export const isSharedFileOffered = (state: NewReceiptState) =>
  state.step === 'offered' && state.offer.kind === 'shared-file';

/** Nothing would be lost with the page: a photo that is offered is stored, a file of another app is not. */
export function isIdle(state: NewReceiptState): boolean {
  return ['choosing', 'offered'].includes(state.step) && !isSharedFileOffered(state);
}

export const lacksItsFile = (state: NewReceiptState) => state.step === 'filling' && !state.file;

export function awaitsFile(state: NewReceiptState): boolean {
  return ['choosing', 'offered'].includes(state.step) || lacksItsFile(state);
}

const abandonment = listeners();

/** Called when the receipt is given up, as to empty its form. @returns a function that stops that */
export const onAbandon = abandonment.add;

/** A refused receipt that the user fills in again; null for a new one. */
export const $receiptToCorrect = atom<StoredReceipt | null>(null);

let latestFile: File | null = null;

/** Begins when the file is chosen, before the user presses continue; `isShown` is that press. */
interface FileReading {
  file: File;
  stop: AbortController;
  isShown: boolean;
  progress: ReadingProgress;
  done: Promise<void>;
}

let latestReading: FileReading | null = null;
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
    // Of a session that just ended, an unfinished receipt and the outbox stay for their owner.
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

export async function chooseFile(file: File): Promise<void> {
  if (!(await beginReceiptOf(file))) return;
  const reading = beginReading(file, null);
  if (serverReads()) {
    $newReceipt.set(chosen(file));
    // A failure shows when the user continues to the form.
    reading.done.catch(() => {});
  } else await showReading(reading);
}

/** Takes a photo from the camera in the page, and continues to the form at once. */
export async function choosePhoto({ file, code }: ReceiptPhoto): Promise<void> {
  if (await beginReceiptOf(file)) await showReading(beginReading(file, code));
}

export async function readChosenFile(): Promise<void> {
  const current = $newReceipt.get();
  if (current.step !== 'chosen') return;
  const startedReading = latestReading?.file === current.file ? latestReading : null;
  await showReading(startedReading ?? beginReading(current.file, null));
}

export function cancelReading(): void {
  const current = $newReceipt.get();
  if (current.step !== 'reading') return;
  stopWaiting();
  $newReceipt.set(serverReads() ? chosen(current.file) : noFile);
}

/** Forgets the receipt, and its draft, for another one. What is being sent goes to the outbox. */
export function abandonReceipt(): void {
  beginAnew(noFile);
}

function beginAnew(beginning: NewReceiptState): void {
  latestFile = null;
  stopWaiting();
  deleteReceiptDraft();
  $receiptToCorrect.set(null);
  $newReceipt.set(beginning);
  abandonment.call();
}

export function abortAndQueue(): void {
  if ($newReceipt.get().step === 'sending') stopWaiting();
}

function stopWaiting(): void {
  const current = $newReceipt.get();
  if (current.step === 'sending') current.stop.abort();
  stopReading();
}

/** Also once the receipt is sent: both would share a slow network. */
export function stopReading(): void {
  latestReading?.stop.abort();
  latestReading = null;
}

/** @returns whether the file may be read and is still the latest choice */
async function beginReceiptOf(file: File): Promise<boolean> {
  if ($newReceipt.get().step === 'sending') return false;
  latestFile = file;
  const checked = await checkPickedFile(file);
  if (latestFile !== file) return false;
  const isAccepted = 'fingerprint' in checked;
  if (isAccepted) prepareFor(checked.fingerprint);
  else refuseFile(checked.violation);
  return isAccepted;
}

/** What was read and typed belongs to one file: it stays if the same file is chosen again. */
function prepareFor(fingerprint: string): void {
  void environment().botToken('preload');
  preloadReader();
  stopWaiting();
  if (draftedFingerprint.get() !== fingerprint) abandonReceipt();
  draftedFingerprint.set(fingerprint);
}

export function refuseFile(violation: ReceiptViolation): void {
  const current = $newReceipt.get();
  const isKept = current.step === 'filling' || current.step === 'chosen';
  $newReceipt.set({ ...(isKept ? current : noFile), violation });
}

function beginReading(file: File, code: FoundCode | null): FileReading {
  const reading: FileReading = {
    file,
    stop: new AbortController(),
    isShown: false,
    progress: { state: 'reading', by: 'device' },
    done: Promise.resolve(),
  };
  latestReading = reading;
  reading.done = readSteps(reading, code);
  return reading;
}

async function readSteps(reading: FileReading, code: FoundCode | null): Promise<void> {
  const { signal } = reading.stop;
  try {
    for await (const progress of readFileInSteps(reading.file, code, signal)) {
      onProgress(reading, progress);
    }
  } catch (failure) {
    if (!signal.aborted) throw failure;
  }
}

async function showReading(reading: FileReading): Promise<void> {
  reading.isShown = true;
  onProgress(reading, reading.progress);
  await reading.done;
}

/** A refused file shows at once; everything else only once the user continues. */
function onProgress(reading: FileReading, progress: ReadingProgress): void {
  reading.progress = progress;
  if (reading !== latestReading) return;
  if (progress.state === 'refused') beginAnew({ ...noFile, violation: progress.violation });
  else if (reading.isShown) showProgress(reading.file, progress);
}

function showProgress(file: File, progress: Exclude<ReadingProgress, { state: 'refused' }>): void {
  if (progress.state === 'reading') {
    $newReceipt.set({ step: 'reading', file, by: progress.by });
    return;
  }
  const { file: sent, fields } = progress;
  const current = $newReceipt.get();
  if ('readFields' in current && current.file === sent) {
    $newReceipt.set({ ...current, ...fields });
  } else if (['choosing', 'chosen', 'reading'].includes(current.step)) {
    $newReceipt.set({ step: 'filling', file: sent, violation: null, ...fields });
  }
}

/** The draft fills the fields with what was typed or read before. */
export function showForm(file: PreparedFile | null): void {
  const nothingRead = { readFields: {}, officeValues: {}, serverReading: 'settled' } as const;
  $newReceipt.set({ step: 'filling', file, violation: null, ...nothingRead });
}

export function offerFile(offer: FileOffer): void {
  const current = $newReceipt.get();
  const before = current.step === 'offered' ? current.before : current;
  $newReceipt.set({ step: 'offered', offer, before });
}
