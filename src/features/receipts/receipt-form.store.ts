import { atom } from 'nanostores';
import { isCampaignOver } from '../../client/campaign-over.ts';
import { readSubject } from '../../client/credentials.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { hasNoAnswer, isUnavailable, type NetworkError } from '../../client/result.ts';
import { withTabLock } from '../../client/tab-lock.ts';
import type { ApiError, OwnReceipt } from '../../contract/errors.ts';
import { environment, type SiteProps } from '../../environment.ts';
import {
  $corrected,
  $newReceipt,
  type SentFile,
  showQueued,
  showSaved,
} from './new-receipt.store.ts';
import { deleteQueued, enqueue, post } from './outbox.store.ts';
import { type QueuedReceipt, sendingName, storeReceipt } from './outbox-storage.ts';
import { base64Of } from './reading.ts';
import { draftedFile, receiptDraft, submissionKey } from './receipt-draft.ts';
import { type ReceiptValues, receiptBody, receiptFaults, receiptLabels } from './receipt-values.ts';

/** What the gateway said of fields of the form when the receipt was sent last. */
export interface RefusedReceipt {
  /** A line per refused field, and the value that it was refused with. */
  fields: readonly { field: string; value: string; line: string }[];
  isDuplicate: boolean;
  /** Of a duplicate: which of the person's own receipts it is; null when it is not theirs. */
  duplicateOf: OwnReceipt | null;
}

export const $refusal = atom<RefusedReceipt | null>(null);

/** The receipt form as data; `ui/form.ts` runs it. */
export function receiptFormConfig(site: Pick<SiteProps, 'campaign' | 'hotsite'>) {
  const labels = receiptLabels(site);
  return {
    id: 'nota',
    labels,
    validate: (values: ReceiptValues) => receiptFaults(values, site, environment().now()),
    async submit(values: ReceiptValues) {
      $refusal.set(null);
      const outcome = await saveReceipt(values);
      if (!outcome.ok) showRefusal(outcome.error, values, labels);
      return outcome;
    },
    explain(problem: unknown) {
      if (!isCampaignOver(problem)) return errorMessages(problem, labels);
      environment().navigate('#encerrada');
      return [];
    },
    draft: receiptDraft,
  };
}

/** Says at the form what was refused, until these values of its fields change. */
export function showRefusal(
  refusal: ApiError,
  values: ReceiptValues,
  labels: Readonly<Record<string, string>>,
): void {
  const fields = refusal.fields
    .filter(({ field }) => Object.hasOwn(labels, field))
    .map(({ field, message }) => ({
      field,
      value: values[field] ?? '',
      line: errorMessages({ ...refusal, fields: [{ field, message }] }, labels).join(' '),
    }));
  const isDuplicate = refusal.code === 'DUPLICATE';
  $refusal.set({ fields, isDuplicate, duplicateOf: refusal.duplicateOf ?? null });
}

/** What of the refusal still stands: the fields that are as they were when they were refused. */
export function standingRefusal(
  refusal: RefusedReceipt | null,
  values: ReceiptValues,
): RefusedReceipt | null {
  const fields =
    refusal?.fields.filter(({ field, value }) => (values[field] ?? '') === value) ?? [];
  return refusal && fields.length > 0 ? { ...refusal, fields } : null;
}

let sending = new AbortController();

/** On a line that brings no answer: the receipt waits on the device instead. */
export function abortAndQueue(): void {
  sending.abort();
}

/** The device has it before it leaves: a tab that dies leaves it to the next visit. */
async function saveReceipt(values: ReceiptValues) {
  const receipt = await filledInReceipt(values);
  return withTabLock(sendingName(receipt.id), async () => {
    await storeReceipt(receipt).catch(environment().report);
    return send(receipt);
  });
}

/** A receipt that finds no connection, or no system, stays on the device. */
async function send(receipt: QueuedReceipt) {
  try {
    sending = new AbortController();
    const outcome = await post(receipt, sending.signal);
    await takeBack(receipt, outcome.ok);
    if (!outcome.ok) return outcome;
    const { status, engineOrders } = outcome.value;
    showSaved({ status: status ?? 'IN_ANALYSIS', engineOrders });
    return outcome;
  } catch (failure) {
    if (!hasNoAnswer(failure) && !isUnavailable(failure)) {
      await takeBack(receipt, false);
      throw failure;
    }
    await keep(receipt, failure);
    return { ok: true } as const;
  }
}

async function keep(receipt: QueuedReceipt, failure: NetworkError): Promise<void> {
  try {
    await enqueue(receipt);
  } catch (problem) {
    environment().report(problem);
    throw failure;
  }
  showQueued(hasNoAnswer(failure) ? [] : errorMessages(failure));
}

/** The device forgets it; one that was refused before stays as it was until its correction is saved. */
async function takeBack({ id }: QueuedReceipt, isSaved: boolean): Promise<void> {
  const corrected = $corrected.get();
  const change = corrected && !isSaved ? storeReceipt(corrected) : deleteQueued(id);
  await change.catch(environment().report);
}

/** The same content goes under the same idempotency key, also after a reload in between. */
async function filledInReceipt(values: ReceiptValues): Promise<QueuedReceipt> {
  const { site, now, newId } = environment();
  const { file, upload, fileType } = fileToSend();
  const owner = readSubject();
  if (owner === null) throw new Error('A receipt needs its sender');
  const content = receiptBody(values, site);
  return {
    version: 1,
    id: $corrected.get()?.id ?? newId(),
    owner,
    keptAt: now().getTime(),
    idempotencyKey: submissionKey(JSON.stringify([content, await base64Of(upload)])),
    content,
    values: { ...values },
    file: { name: file.name, type: fileType, bytes: await upload.arrayBuffer() },
    fileMark: draftedFile.get() ?? undefined,
    refusal: null,
  };
}

function fileToSend(): SentFile {
  const current = $newReceipt.get();
  if (current.step !== 'filling' || !current.file) throw new Error('A receipt needs its file');
  return current.file;
}
