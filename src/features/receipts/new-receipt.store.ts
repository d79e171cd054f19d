import { atom } from 'nanostores';
import { listeners } from '../../client/resource.ts';
import type { NetworkError } from '../../client/result.ts';
import { environment } from '../../environment.ts';
import type { FoundCode } from '../../readers/picture.worker.ts';
import type { ReceiptViolation } from '../../rules/violation.ts';
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
import {
  deleteReceiptDraft,
  draftedFingerprint,
  type StoredReceipt,
  type UnsentFile,
} from './receipt-storage.ts';
import type { RewardedReceipt } from './result/earnings.ts';

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

export const $newReceipt = atom<NewReceiptState>(noFile);

export const isSharedFileOffered = (state: NewReceiptState) =>
  state.step === 'offered' && state.offer.kind === 'shared-file';

/** Nothing would be lost with the page: a photo that is offered is stored, a file of another app is not. */
export function isIdle(state: NewReceiptState): boolean {
  return ['choosing', 'offered'].includes(state.step) && !isSharedFileOffered(state);
}

export function isForm(state: NewReceiptState): state is ReceiptFormState {
  return state.step === 'filling' || state.step === 'sending';
}

type FormWithoutFile = { step: 'filling' } & FillingState & { file: null };

export function lacksItsFile(state: NewReceiptState): state is FormWithoutFile {
  return state.step === 'filling' && !state.file;
}

type AwaitingFile = Extract<NewReceiptState, { step: 'choosing' | 'offered' }> | FormWithoutFile;

export function awaitsFile(state: NewReceiptState): state is AwaitingFile {
  return state.step === 'choosing' || state.step === 'offered' || lacksItsFile(state);
}

export function fileOf(state: NewReceiptState): File | null {
  if (isForm(state)) return state.file?.file ?? null;
  return state.step === 'chosen' || state.step === 'reading' ? state.file : null;
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

export async function chooseFile(file: File): Promise<void> {
  if (!(await beginReceiptOf(file))) return;
  const reading = beginReading(file, null);
  if (serverReads()) {
    showChosen(file);
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
  if (serverReads()) showChosen(current.file);
  else $newReceipt.set(noFile);
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

function stopReading(): void {
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
  if (isForm(current) && current.file === sent) {
    $newReceipt.set({ ...current, ...fields });
  } else if (['choosing', 'chosen', 'reading'].includes(current.step)) {
    $newReceipt.set({ step: 'filling', file: sent, violation: null, ...fields });
  }
}

export function showChosen(file: File, violation: ReceiptViolation | null = null): void {
  $newReceipt.set({ step: 'chosen', file, violation });
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

/** Shows again what the offer stands before. @returns the offer; null if none is made */
export function endOffer(): FileOffer | null {
  const current = $newReceipt.get();
  if (current.step !== 'offered') return null;
  $newReceipt.set(current.before);
  return current.offer;
}

/** Also stops the reading: both would share a slow network. */
export function startSending(): SendingState {
  const current = $newReceipt.get();
  if (current.step !== 'filling' || !current.file) throw new Error('A receipt needs its file');
  stopReading();
  const { serverReading } = current;
  const sending: SendingState = {
    ...current,
    step: 'sending',
    file: current.file,
    serverReading:
      serverReading === 'pending' || serverReading === 'late' ? 'settled' : serverReading,
    isStoredOnDevice: false,
    stop: new AbortController(),
  };
  $newReceipt.set(sending);
  return sending;
}

export function markStored(sending: SendingState): void {
  const current = $newReceipt.get();
  if (isCurrent(sending, current)) $newReceipt.set({ ...current, isStoredOnDevice: true });
}

export function backToForm(sending: SendingState): void {
  const current = $newReceipt.get();
  if (!isCurrent(sending, current)) return;
  const { stop, isStoredOnDevice, ...filling } = current;
  $newReceipt.set({ ...filling, step: 'filling' });
}

/** False once the receipt was abandoned, as for another user who signs in. */
function isCurrent(sending: SendingState, current: NewReceiptState): current is SendingState {
  return current.step === 'sending' && current.stop === sending.stop;
}

export function endSending(sending: SendingState, next: NewReceiptState): void {
  if (!isCurrent(sending, $newReceipt.get())) return;
  deleteReceiptDraft();
  $receiptToCorrect.set(null);
  $newReceipt.set(next);
}

export function leaveResult(next: 'home' | 'another'): void {
  const current = $newReceipt.get();
  if (current.step === 'saved' && !current.next) $newReceipt.set({ ...current, next });
}
