import { atom } from 'nanostores';
import { attribution } from '../../../client/attribution.ts';
import { call } from '../../../client/call.ts';
import { readSubject } from '../../../client/credentials.ts';
import { errorMessages, hasNoAnswer, isCampaignOver } from '../../../client/result.ts';
import type { ApiError, OwnReceipt } from '../../../contract/errors.ts';
import { environment, type SiteProps } from '../../../environment.ts';
import { campaignOverDialog, overThisPage } from '../../../paths.ts';
import { fieldLead } from '../../../rules/sentences/messages.ts';
import type { SentFile } from '../file/reading.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  clearReceipt,
  isIdle,
  type NewReceiptState,
  type Sending,
  showForm,
} from '../new-receipt.store.ts';
import { sendReceipt } from '../outbox/outbox.store.ts';
import {
  correctionDraft,
  draftCorrection,
  dropReceiptDraft,
  type FilledReceipt,
  fileFrom,
  listStoredReceipts,
  type QueuedReceipt,
  receiptDraft,
} from '../outbox/receipt-storage.ts';
import type { RewardedReceipt } from '../result/engine-results.store.ts';
import {
  type ReceiptValues,
  receiptBody,
  receiptLabels,
  validateReceipt,
} from './receipt-values.ts';

export interface RefusedReceipt {
  fields: readonly {
    field: string;
    value: string;
    /** Names the field; the gateway's message follows it. */
    lead: string;
    message: string;
  }[];
  isDuplicate: boolean;
  /** For a duplicate: which of the user's own receipts it repeats; null if it is another user's. */
  duplicateOf: OwnReceipt | null;
}

export const $refusal = atom<RefusedReceipt | null>(null);

export function receiptFormConfig(site: Pick<SiteProps, 'campaign' | 'hotsite'>) {
  const labels = receiptLabels(site);
  return {
    id: 'nota',
    labels,
    validate: (values: ReceiptValues) => validateReceipt(values, site, environment().now()),
    async submit(values: ReceiptValues) {
      $refusal.set(null);
      const result = await submitReceipt(values);
      if (!result.ok) showRefusal(result.error, values, labels);
      return result;
    },
    explain(problem: unknown) {
      if (!isCampaignOver(problem)) return errorMessages(problem, labels);
      environment().navigate(overThisPage(campaignOverDialog));
      return [];
    },
    draft: receiptDraft,
  };
}

/** Shows at the form what was refused, until these field values change. */
export function showRefusal(
  refusal: ApiError,
  values: ReceiptValues,
  labels: Readonly<Record<string, string>>,
): void {
  const fields = refusal.fields
    .filter(({ field }) => field in labels)
    .map(({ field, message }) => ({
      field,
      value: values[field] ?? '',
      lead: fieldLead(field, labels),
      message,
    }));
  const isDuplicate = refusal.code === 'DUPLICATE';
  $refusal.set({ fields, isDuplicate, duplicateOf: refusal.duplicateOf ?? null });
}

/** The refused fields that have not changed since. */
export function standingRefusal(
  refusal: RefusedReceipt | null,
  values: ReceiptValues,
): RefusedReceipt | null {
  const fields =
    refusal?.fields.filter(({ field, value }) => (values[field] ?? '') === value) ?? [];
  return refusal && fields.length > 0 ? { ...refusal, fields } : null;
}

/** The outbox stores the receipt before sending it: if the tab closes, the next visit sends it. */
async function submitReceipt(values: ReceiptValues) {
  const sending = startSending();
  try {
    const result = await sendReceipt(filledReceipt(values, sending.file), sending.stop.signal);
    switch (result.state) {
      case 'sent': {
        const { status, engineOrders } = result.answer;
        showSaved(sending, { status: status ?? 'IN_ANALYSIS', engineOrders });
        return { ok: true } as const;
      }
      case 'queued':
        showQueued(sending, hasNoAnswer(result.error) ? [] : errorMessages(result.error));
        return { ok: true } as const;
      case 'refused':
        backToForm(sending);
        return { ok: false, error: result.error } as const;
      default:
        return result satisfies never;
    }
  } catch (failure) {
    backToForm(sending);
    throw failure;
  }
}

function startSending(): Sending {
  const current = $newReceipt.get();
  if (current.step !== 'filling' || !current.file) throw new Error('A receipt needs its file');
  const { file } = current;
  const sending: Sending = { ...current, step: 'sending', file, stop: new AbortController() };
  $newReceipt.set(sending);
  return sending;
}

function showSaved(sending: Sending, receipt: RewardedReceipt): void {
  endSending(sending, { step: 'saved', receipt, next: null });
}

function showQueued(sending: Sending, lines: readonly string[]): void {
  endSending(sending, { step: 'queued', lines });
}

function backToForm(sending: Sending): void {
  const current = $newReceipt.get();
  if (!isStill(sending, current)) return;
  const { file, violation, read, office = {}, server } = current;
  $newReceipt.set({ step: 'filling', file, violation, read, office, server });
}

/** Once another person has signed in, the page is no longer about this receipt. */
function isStill(sending: Sending, current: NewReceiptState): current is Sending {
  return current.step === 'sending' && current.stop === sending.stop;
}

function endSending(sending: Sending, next: NewReceiptState): void {
  if (!isStill(sending, $newReceipt.get())) return;
  dropReceiptDraft();
  $receiptToCorrect.set(null);
  $newReceipt.set(next);
}

function filledReceipt(values: ReceiptValues, file: SentFile): FilledReceipt {
  const { site, newId } = environment();
  const owner = readSubject();
  if (owner === null) throw new Error('A receipt needs its sender');
  const from = attribution();
  const content = { ...receiptBody(values, site), ...(from && { attribution: from }) };
  return {
    id: $receiptToCorrect.get()?.id ?? newId(),
    owner,
    content,
    values: { ...values },
    file,
  };
}

/** Whether no other receipt is being filled in, whose fields a correction would replace. */
export function canCorrect(): boolean {
  const current = $newReceipt.get();
  return receiptDraft.get() === null && (isIdle(current) || current.step === 'queued');
}

export function startCorrection(receipt: QueuedReceipt): void {
  clearReceipt();
  draftCorrection(receipt);
  correct(receipt);
}

/** Continues a correction begun elsewhere, or before a reload; the device still has its file. */
export async function resumeCorrection(): Promise<void> {
  const id = correctionDraft.get();
  const owner = readSubject();
  if (id === null || owner === null) return;
  const receipt = (await listStoredReceipts(owner)).find((each) => each.id === id);
  const current = $newReceipt.get();
  if (receipt && current.step === 'filling' && !current.file) correct(receipt);
}

function correct(receipt: QueuedReceipt): void {
  const file = fileFrom(receipt.file);
  $receiptToCorrect.set(receipt);
  showForm({ file, unfit: null, upload: file, fileType: receipt.file.type });
}

/** True when no draw has a number left; the page says so before a receipt is sent. */
export const $seriesExhausted = atom(false);

/** Loads after the page. If it fails, people can still send receipts. */
export async function loadSeries(): Promise<void> {
  const hasDraw = environment().site.campaign.engines.some(({ type }) => type === 'DRAW');
  if (!hasDraw) return;
  try {
    const [{ getTransparency }, { seriesExhausted }] = await Promise.all([
      import('../../../contract/transparency.ts'),
      import('../../../rules/rewards/lucky-numbers.ts'),
    ]);
    const result = await call(getTransparency);
    if (result.ok) $seriesExhausted.set(result.value.draws.every(seriesExhausted));
  } catch (failure) {
    environment().report(failure);
  }
}
