import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { fetchPrizes } from '../../client/campaign.ts';
import { fetchMe } from '../../client/consumer.ts';
import { readSubject } from '../../client/credentials.ts';
import type { Id } from '../../contract/primitives.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import { environment, isClosed } from '../../environment.ts';
import type { ReceiptUpload } from '../../readers/receipt-reading.ts';
import { isOn } from '../../rules/parameters.ts';
import type { Violation } from '../../rules/violation.ts';
import { $session, startSession, turnAway, wantPath } from '../session/session.store.ts';
import { $outbox } from './outbox.store.ts';
import { listStoredReceipts, type QueuedReceipt } from './outbox-storage.ts';
import {
  fetchReader,
  fieldsFromServer,
  fieldsOf,
  fileViolation,
  type ReadFields,
  readOnDevice,
} from './reading.ts';
import {
  correctionDraft,
  draftCorrection,
  draftedFile,
  dropReceiptDraft,
  markOfFile,
  receiptDraft,
} from './receipt-draft.ts';

/** The file as it was chosen, and what is sent of it. */
export interface SentFile extends ReceiptUpload {
  file: File;
}

export interface SavedReceipt {
  status: string;
  engineOrders: readonly EngineOrder[];
}

export type NewReceipt =
  | { step: 'choosing'; violation: Violation | null }
  | { step: 'chosen'; file: File }
  | { step: 'reading'; file: File; by: 'device' | 'server' }
  | {
      step: 'filling';
      /** None after a reload, which keeps only what was typed. */
      file: SentFile | null;
      violation: Violation | null;
      read: ReadFields;
      /**
       * `asked`: the code of the receipt holds the month alone; the server looks for the day.
       * `out of reach`: there was no connection to read it.
       */
      server: 'settled' | 'asked' | 'out of reach';
    }
  /** It waits on the device, and the next one may be begun. `lines`: what the system said, if it did. */
  | { step: 'kept'; lines: readonly string[] }
  | { step: 'saved'; receipt: SavedReceipt }
  /** The result was seen; a poll may come before the person goes home. */
  | { step: 'leaving' };

const beginning: NewReceipt = { step: 'choosing', violation: null };

export const $newReceipt = atom<NewReceipt>(beginning);

/** How often everything was emptied; the form follows. */
export const $emptied = atom(0);

/** The refused receipt that is in the form again. */
export const $corrected = atom<QueuedReceipt | null>(null);

/** After which nothing of the page itself is being loaded any more, in milliseconds. */
const settlingTime = 2_000;

let wait = new AbortController();

/** Counts the files that were chosen: of two that are looked at meanwhile the later one counts. */
let choices = 0;

let owner: Id | null = null;

/** For signed-in people only; it goes on with what was typed before a reload, if there is any. */
export function startReceipt(): () => void {
  const { report } = environment();
  startSession();
  if (isClosed()) leaveClosed().catch(report);
  if ($newReceipt.get().step === 'choosing' && receiptDraft.get() !== null) fill(null, {});
  // A page that is open reads receipts also where the network is gone.
  const settled = setTimeout(fetchReader, settlingTime);
  const leave = $session.subscribe(({ state }) => {
    if (state === 'signed-in') clearIfOtherPerson().catch(report);
    // What was begun stays until its person is back, and so does what waits.
    const isIdle = $newReceipt.get().step === 'choosing' && $outbox.get().length === 0;
    if (state !== 'anonymous') return;
    if (isIdle) turnAway();
    else wantPath(window.location.pathname);
  });
  return () => {
    clearTimeout(settled);
    leave();
  };
}

/** The device's clock may be wrong; with any answer of the gateway its own is known. */
async function leaveClosed(): Promise<void> {
  const { navigate, report } = environment();
  await fetchPrizes().catch(report);
  if (isClosed()) navigate('/#encerrada', 'replace');
}

/** A session that ends leaves what was typed to its person, and nothing to the next. */
async function clearIfOtherPerson(): Promise<void> {
  const me = await fetchMe();
  if (!me.ok) return;
  if (owner !== null && owner !== me.value.id) clearReceipt();
  owner = me.value.id;
}

/**
 * Takes a file; a wrong one is refused at once and changes nothing else. What was
 * read and typed belongs to one file: it goes when another is chosen, and stays when the same is
 * chosen again after a reload.
 */
export async function chooseFile(file: File): Promise<void> {
  choices += 1;
  const choice = choices;
  const violation = await fileViolation(file);
  const mark = violation ? null : await markOfFile(file).catch(() => null);
  if (choice !== choices) return;
  if (mark === null) return refuse(violation ?? 'FILE_BROKEN');
  void environment().botToken('preload');
  fetchReader();
  wait.abort();
  if (draftedFile.get() !== mark) clearReceipt();
  draftedFile.set(mark);
  if (serverReads()) $newReceipt.set({ step: 'chosen', file });
  else await readFile(file);
}

/** Reads the chosen file: on the device, and if it finds nothing, on the server. */
export async function readChosenFile(): Promise<void> {
  const current = $newReceipt.get();
  if (current.step === 'chosen') await readFile(current.file);
}

/** Back to the chosen file, which may be read again. */
export function cancelReading(): void {
  const current = $newReceipt.get();
  if (current.step !== 'reading') return;
  wait.abort();
  $newReceipt.set(
    serverReads() ? { step: 'chosen', file: current.file } : { step: 'choosing', violation: null },
  );
}

/** Back to the file choice, nothing kept. */
export function clearReceipt(): void {
  choices += 1;
  wait.abort();
  dropReceiptDraft();
  $corrected.set(null);
  $newReceipt.set(beginning);
  $emptied.set($emptied.get() + 1);
}

export function showSaved(receipt: SavedReceipt): void {
  wait.abort();
  dropReceiptDraft();
  $newReceipt.set({ step: 'saved', receipt });
}

/** Goes on with a receipt that was refused before; its fields come from the draft. */
export function resumeReceipt(receipt: QueuedReceipt, file: SentFile): void {
  $corrected.set(receipt);
  fill(file, {});
}

/** The device has the receipt; the form is free for the next one. */
export function showQueued(lines: readonly string[]): void {
  wait.abort();
  dropReceiptDraft();
  $corrected.set(null);
  $newReceipt.set({ step: 'kept', lines });
}

export function closeResult(): void {
  $newReceipt.set({ step: 'leaving' });
}

export function goHome(): void {
  environment().navigate('/');
}

function serverReads(): boolean {
  return isOn(environment().site.campaign, 'OCR_ENABLED');
}

function refuse(violation: Violation): void {
  const current = $newReceipt.get();
  $newReceipt.set(
    current.step === 'filling' ? { ...current, violation } : { step: 'choosing', violation },
  );
}

async function readFile(file: File): Promise<void> {
  wait.abort();
  wait = new AbortController();
  const { signal } = wait;
  try {
    $newReceipt.set({ step: 'reading', file, by: 'device' });
    const reading = await readOnDevice(file, signal);
    signal.throwIfAborted();
    if (reading.state === 'refused') return refuse(reading.violation);
    const { upload, fileType } = reading;
    const sent: SentFile = { file, upload, fileType };
    const read = fieldsOf(reading);
    if (!serverReads() || read.purchaseDate) return fill(sent, read);
    if (read.identifier) return await fillAndAskDay(sent, read, signal);
    $newReceipt.set({ step: 'reading', file, by: 'server' });
    const fields = await fieldsFromServer(upload, signal);
    fill(sent, fields ?? {}, fields ? 'settled' : 'out of reach');
  } catch (failure) {
    if (!signal.aborted) throw failure;
  }
}

function fill(
  file: SentFile | null,
  read: ReadFields,
  server: Extract<NewReceipt, { step: 'filling' }>['server'] = 'settled',
): void {
  $newReceipt.set({ step: 'filling', file, violation: null, read, server });
}

/** The person fills in the rest meanwhile; what the server says of the other fields is not needed. */
async function fillAndAskDay(file: SentFile, read: ReadFields, signal: AbortSignal): Promise<void> {
  fill(file, read, 'asked');
  const fields = await fieldsFromServer(file.upload, signal);
  signal.throwIfAborted();
  fill(file, { ...read, ...(fields?.purchaseDate && { purchaseDate: fields.purchaseDate }) });
}

/** No draw has a number left; the page says so before a receipt is sent. */
export const $seriesExhausted = atom(false);

/** Loads after the page. If it fails, people can still send receipts. */
export async function loadSeries(): Promise<void> {
  const hasDraw = environment().site.campaign.engines.some(({ type }) => type === 'DRAW');
  if (!hasDraw) return;
  try {
    const [{ getTransparency }, { seriesExhausted }] = await Promise.all([
      import('../../contract/transparency.ts'),
      import('../../rules/lucky-numbers.ts'),
    ]);
    const outcome = await call(getTransparency);
    if (outcome.ok) $seriesExhausted.set(outcome.value.draws.every(seriesExhausted));
  } catch (failure) {
    environment().report(failure);
  }
}

export function canEdit(): boolean {
  return receiptDraft.get() === null && ['choosing', 'kept'].includes($newReceipt.get().step);
}

/** Puts a refused receipt back into the form, as it was filled in. */
export function editRefused(receipt: QueuedReceipt): void {
  clearReceipt();
  draftCorrection(receipt);
  takeUp(receipt);
}

/** A correction that was begun elsewhere, or before a reload; the device still has its file. */
export async function resumeCorrection(): Promise<void> {
  const id = correctionDraft.get();
  const owner = readSubject();
  if (id === null || owner === null) return;
  const receipt = (await listStoredReceipts(owner)).find((each) => each.id === id);
  const current = $newReceipt.get();
  if (receipt && current.step === 'filling' && !current.file) takeUp(receipt);
}

function takeUp(receipt: QueuedReceipt): void {
  const { name, type, bytes } = receipt.file;
  const file = new File([bytes], name, { type });
  resumeReceipt(receipt, { file, upload: file, fileType: type });
}
