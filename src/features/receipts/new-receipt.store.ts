import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { getPrizes } from '../../contract/campaign.ts';
import { getMe } from '../../contract/consumer.ts';
import type { Id } from '../../contract/primitives.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import { environment, isClosed } from '../../environment.ts';
import { campaignOverDialog } from '../../paths.ts';
import type { ReceiptUpload } from '../../readers/read-receipt.ts';
import { isOn } from '../../rules/parameters.ts';
import type { Violation } from '../../rules/violation.ts';
import { $session, startSession, turnAway, wantPath } from '../session/session.store.ts';
import { $outbox } from './outbox.store.ts';
import type { QueuedReceipt } from './outbox-storage.ts';
import {
  fetchReader,
  fieldsFromServer,
  fieldsOf,
  fileViolation,
  type ReadFields,
  readOnDevice,
} from './reading.ts';
import { draftedFile, dropReceiptDraft, markOfFile, receiptDraft } from './receipt-draft.ts';

/** The file as it was chosen, and what is sent of it. */
export interface SentFile extends ReceiptUpload {
  file: File;
}

export interface SavedReceipt {
  status: string;
  engineOrders: readonly EngineOrder[];
}

/** The form of a receipt, and what is known of its file. */
export interface Filling {
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

/** A receipt on its way to the gateway. */
export type Sending = { step: 'sending'; file: SentFile; stop: AbortController } & Filling;

/** One receipt, from its file to its result. `stop` ends the wait for an answer. */
export type NewReceipt =
  /** A file that is there waits for the person to have it read. */
  | { step: 'choosing'; file: File | null; violation: Violation | null }
  | { step: 'reading'; file: File; by: 'device' | 'server'; stop: AbortController }
  | ({ step: 'filling' } & Filling)
  | Sending
  /** The device sends it later; the next one may begin. `lines`: what the gateway said, if it did. */
  | { step: 'queued'; lines: readonly string[] }
  /** Once its result was seen, a poll may come before the person goes home. */
  | { step: 'saved'; receipt: SavedReceipt; isSeen: boolean };

const beginning = { step: 'choosing', file: null, violation: null } satisfies NewReceipt;

export const $newReceipt = atom<NewReceipt>(beginning);

/** Whether no receipt was begun. */
export function isIdle(state: NewReceipt): boolean {
  return state.step === 'choosing' && state.file === null;
}

/** How often everything was emptied; the form follows. */
export const $emptied = atom(0);

/** The refused receipt that is in the form again. */
export const $corrected = atom<QueuedReceipt | null>(null);

/** By then the page itself has loaded. */
const settledAfterMs = 2_000;

/** Of two files that are checked at once, the one that was chosen later counts. */
const $latestFile = atom<File | null>(null);

/** Who began the receipt. */
const $owner = atom<Id | null>(null);

/** For signed-in people only; it goes on with what was typed before a reload, if there is any. */
export function startReceipt(): () => void {
  const { report } = environment();
  startSession();
  if (isClosed()) leaveClosed().catch(report);
  if (isIdle($newReceipt.get()) && receiptDraft.get() !== null) fill(null, {});
  // So that an open page reads receipts also after the network is gone.
  const settled = setTimeout(fetchReader, settledAfterMs);
  const leave = $session.subscribe(({ state }) => {
    if (state === 'signed-in') clearIfOtherPerson().catch(report);
    if (state !== 'anonymous') return;
    // What was begun stays until its person is back, and so does the outbox.
    if (isIdle($newReceipt.get()) && $outbox.get().length === 0) turnAway();
    else wantPath(window.location.pathname);
  });
  return () => {
    clearTimeout(settled);
    leave();
  };
}

/** The device's clock may be wrong: any answer of the gateway corrects it. */
async function leaveClosed(): Promise<void> {
  const { navigate, report } = environment();
  await call(getPrizes).catch(report);
  if (isClosed()) navigate(campaignOverDialog, 'replace');
}

/** A session that ends leaves what was typed to its person, and nothing to the next. */
async function clearIfOtherPerson(): Promise<void> {
  const me = await call(getMe);
  if (!me.ok) return;
  const owner = $owner.get();
  if (owner !== null && owner !== me.value.id) clearReceipt();
  $owner.set(me.value.id);
}

/**
 * Takes a file; a wrong one is refused at once and changes nothing else. What was read and typed
 * belongs to one file: it goes when another is chosen, and stays when the same is chosen again after
 * a reload.
 */
export async function chooseFile(file: File): Promise<void> {
  if ($newReceipt.get().step === 'sending') return;
  $latestFile.set(file);
  const violation = await fileViolation(file);
  const mark = violation ? null : await markOfFile(file).catch(() => null);
  if ($latestFile.get() !== file) return;
  if (mark === null) return refuseFile(violation ?? 'FILE_BROKEN');
  void environment().botToken('preload');
  fetchReader();
  stopWaiting();
  if (draftedFile.get() !== mark) clearReceipt();
  draftedFile.set(mark);
  if (serverReads()) $newReceipt.set({ step: 'choosing', file, violation: null });
  else await readFile(file);
}

/** Reads the chosen file: on the device, and if that finds nothing, on the server. */
export async function readChosenFile(): Promise<void> {
  const current = $newReceipt.get();
  if (current.step === 'choosing' && current.file) await readFile(current.file);
}

/** Back to the chosen file, which may be read again. */
export function cancelReading(): void {
  const current = $newReceipt.get();
  if (current.step !== 'reading') return;
  stopWaiting();
  $newReceipt.set({ ...beginning, file: serverReads() ? current.file : null });
}

/** Back to the choice of a file. A receipt that is being sent goes to the outbox of its person. */
export function clearReceipt(): void {
  $latestFile.set(null);
  stopWaiting();
  dropReceiptDraft();
  $corrected.set(null);
  $newReceipt.set(beginning);
  $emptied.set($emptied.get() + 1);
}

/** The form was submitted. Throws when there is nothing to send. */
export function startSending(): Sending {
  const current = $newReceipt.get();
  if (current.step !== 'filling' || !current.file) throw new Error('A receipt needs its file');
  const { file } = current;
  const sending: Sending = { ...current, step: 'sending', file, stop: new AbortController() };
  $newReceipt.set(sending);
  return sending;
}

/** Offered where no answer comes: the outbox sends the receipt later. */
export function abortAndQueue(): void {
  if ($newReceipt.get().step === 'sending') stopWaiting();
}

/** The gateway has the receipt: drops the draft, shows the result. */
export function showSaved(sending: Sending, receipt: SavedReceipt): void {
  endSending(sending, { step: 'saved', receipt, isSeen: false });
}

/** The outbox has the receipt; the form is free for the next one. */
export function showQueued(sending: Sending, lines: readonly string[]): void {
  endSending(sending, { step: 'queued', lines });
}

/** The receipt was not taken; the form is as it was. */
export function backToForm(sending: Sending): void {
  const current = $newReceipt.get();
  if (!isStill(sending, current)) return;
  const { file, violation, read, server } = current;
  $newReceipt.set({ step: 'filling', file, violation, read, server });
}

export function closeResult(): void {
  const current = $newReceipt.get();
  if (current.step === 'saved') $newReceipt.set({ ...current, isSeen: true });
}

export function goHome(): void {
  environment().navigate('/');
}

/** Goes on with a receipt that was refused before; its fields come from the draft. */
export function fillWithRefused(receipt: QueuedReceipt): void {
  const { name, type, bytes } = receipt.file;
  const file = new File([bytes], name, { type });
  $corrected.set(receipt);
  fill({ file, upload: file, fileType: type }, {});
}

/** After another person has signed in, the page is no longer about what was sent. */
function isStill(sending: Sending, current: NewReceipt): current is Sending {
  return current.step === 'sending' && current.stop === sending.stop;
}

function endSending(sending: Sending, next: NewReceipt): void {
  if (!isStill(sending, $newReceipt.get())) return;
  dropReceiptDraft();
  $corrected.set(null);
  $newReceipt.set(next);
}

function stopWaiting(): void {
  const current = $newReceipt.get();
  if (current.step === 'reading' || current.step === 'sending') current.stop.abort();
}

function serverReads(): boolean {
  return isOn(environment().site.campaign, 'OCR_ENABLED');
}

function refuseFile(violation: Violation): void {
  const current = $newReceipt.get();
  $newReceipt.set(
    current.step === 'filling' ? { ...current, violation } : { ...beginning, violation },
  );
}

async function readFile(file: File): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    $newReceipt.set({ step: 'reading', file, by: 'device', stop });
    const reading = await readOnDevice(file, signal);
    signal.throwIfAborted();
    if (reading.state === 'refused') return refuseFile(reading.violation);
    const { upload, fileType } = reading;
    const sent: SentFile = { file, upload, fileType };
    const read = fieldsOf(reading);
    if (!serverReads() || read.purchaseDate) return fill(sent, read);
    if (read.identifier) return await fillAndAskDay(sent, read, signal);
    $newReceipt.set({ step: 'reading', file, by: 'server', stop });
    const fields = await fieldsFromServer(upload, signal);
    signal.throwIfAborted();
    fill(sent, fields ?? {}, fields ? 'settled' : 'out of reach');
  } catch (failure) {
    if (!signal.aborted) throw failure;
  }
}

function fill(
  file: SentFile | null,
  read: ReadFields,
  server: Filling['server'] = 'settled',
): void {
  $newReceipt.set({ step: 'filling', file, violation: null, read, server });
}

/** The person fills in the rest meanwhile; what the server says of the other fields is not needed. */
async function fillAndAskDay(file: SentFile, read: ReadFields, signal: AbortSignal): Promise<void> {
  fill(file, read, 'asked');
  const fields = await fieldsFromServer(file.upload, signal);
  const current = $newReceipt.get();
  // The form may be on its way to the gateway by now, or about another file.
  if (!('read' in current) || current.file !== file) return;
  const { purchaseDate } = fields ?? {};
  const all = { ...read, ...(purchaseDate && { purchaseDate }) };
  $newReceipt.set({ ...current, read: all, server: 'settled' });
}
