import { atom } from 'nanostores';
import { attribution } from '../../../client/attribution.ts';
import { readSubject } from '../../../client/credentials.ts';
import { errorMessages, isCampaignOver, NetworkError } from '../../../client/result.ts';
import type { ApiError, OwnReceipt } from '../../../contract/errors.ts';
import { environment, type SiteProps } from '../../../environment.ts';
import { campaignOverDialog, homePath, overThisPage } from '../../../paths.ts';
import { fieldLead } from '../../../rules/messages/messages.ts';
import {
  createForm,
  type Errors,
  type FormStore,
  type Labels,
  type Values,
} from '../../../ui/form.ts';
import { ignoreInCamera } from '../camera/viewfinder.store.ts';
import { type PreparedFile, type ReadFields, readableFields } from '../file/reading.ts';
import {
  $newReceipt,
  $receiptToCorrect,
  abandonReceipt,
  backToForm,
  endSending,
  type FillingState,
  isForm,
  isIdle,
  lacksItsFile,
  markStored,
  onAbandon,
  showForm,
  startSending,
} from '../new-receipt.store.ts';
import { sendReceipt } from '../outbox/outbox.store.ts';
import {
  correctionDraft,
  draftCorrection,
  type FilledReceipt,
  fileFrom,
  listStoredReceipts,
  receiptDraft,
  type StoredReceipt,
} from '../receipt-storage.ts';
import {
  fieldDoubt,
  printedFields,
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

/** A sending that takes longer may be stopped; the receipt is then sent later. */
export const sendLaterAfterMs = 8_000;

const stoppedSentence =
  'O envio foi interrompido. Para enviar, salve de novo: a mesma nota não conta duas vezes.';

export function receiptFormConfig(site: Pick<SiteProps, 'campaign' | 'hotsite'>) {
  const labels = receiptLabels(site);
  return {
    id: 'nota',
    labels,
    validate: (values: Values) => validateReceipt(values, site, environment().now()),
    async submit(values: Values) {
      $refusal.set(null);
      const result = await submitReceipt(values);
      if (!result.ok) showRefusal(result.error, values, labels);
      return result;
    },
    explain(problem: unknown) {
      if (problem instanceof NetworkError && problem.kind === 'aborted') return [stoppedSentence];
      if (!isCampaignOver(problem)) return errorMessages(problem, labels);
      environment().navigate(overThisPage(campaignOverDialog));
      return [];
    },
    draft: receiptDraft,
  };
}

/** Shows at the form what was refused, until these field values change. */
export function showRefusal(refusal: ApiError, values: Values, labels: Labels): void {
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

export function currentRefusal(
  refusal: RefusedReceipt | null,
  values: Values,
): RefusedReceipt | null {
  const fields =
    refusal?.fields.filter(({ field, value }) => (values[field] ?? '') === value) ?? [];
  return refusal && fields.length > 0 ? { ...refusal, fields } : null;
}

let formOfPage: FormStore | undefined;

let lastRead: ReadFields = {};

/** One for the page, so that a photo that is chosen again keeps what was typed. */
export function receiptForm(): FormStore {
  if (!formOfPage) {
    formOfPage = createForm(receiptFormConfig(environment().site));
    onAbandon(emptyForm);
    // First what was typed before a reload: what is read does not replace it.
    formOfPage.restore();
    const state = $newReceipt.get();
    if (isForm(state)) fillReadFields(formOfPage, state.readFields);
  }
  return formOfPage;
}

/** Fills in what is read, and resumes a correction. @returns a function that ends that */
export function followReceiptForm(): () => void {
  const { report } = environment();
  return $newReceipt.subscribe((state) => {
    if (isForm(state)) fillReadFields(receiptForm(), state.readFields);
    if (lacksItsFile(state)) resumeCorrection().catch(report);
  });
}

function fillReadFields(form: FormStore, read: ReadFields): void {
  const before = lastRead;
  lastRead = read;
  for (const name of readableFields) {
    const isTyped = (form.$values.get()[name] ?? '') !== (before[name] ?? '');
    if (isTyped || before[name] === read[name]) continue;
    form.change(name, read[name] ?? '');
    if (read[name]) form.blur(name);
  }
}

function emptyForm(): void {
  lastRead = {};
  formOfPage?.reset();
  $refusal.set(null);
}

/** `reading`: the server reads what the QR code lacks. `duplicate`: it was sent before. */
export type FieldsView = 'open' | 'reading' | 'folded' | 'unusable' | 'duplicate';

export interface UnfoldedFor {
  file: PreparedFile | null;
  refusal: RefusedReceipt | null;
}

interface FieldsViewInput {
  filling: FillingState;
  values: Values;
  errors: Errors;
  visibleErrors: Errors;
  refusal: RefusedReceipt | null;
  /** The file and the refusal for which the user opened the fields. */
  unfoldedFor: UnfoldedFor | null;
}

/** Folds when all were read and are right, or another file is needed; never while the user types. */
export function chooseFieldsView(input: FieldsViewInput): FieldsView {
  const { values, errors, visibleErrors, refusal, unfoldedFor } = input;
  const { file, readFields, officeValues, serverReading } = input.filling;
  const isDuplicate = currentRefusal(refusal, values)?.isDuplicate === true;
  const isUnfolded = isDuplicate ? unfoldedFor?.refusal === refusal : unfoldedFor?.file === file;
  if (!file || isUnfolded) return 'open';
  if (isDuplicate) return 'duplicate';
  const isAsRead = printedFields.every((name) => (values[name] ?? '') === (readFields[name] ?? ''));
  const isWrong = printedFields.some(
    (name) => visibleErrors[name] || (values[name] && errors[name]),
  );
  const isDoubted = printedFields.some((name) => fieldDoubt(name, values, officeValues));
  if (!isAsRead || isWrong || isDoubted) return 'open';
  if (file.unusable) return 'unusable';
  if (printedFields.every((name) => readFields[name])) return 'folded';
  return serverReading === 'pending' ? 'reading' : 'open';
}

/** The outbox stores the receipt before sending it: if the tab closes, the next visit sends it. */
async function submitReceipt(values: Values) {
  const sending = startSending();
  try {
    const filled = filledReceipt(values, sending.file);
    const result = await sendReceipt(filled, sending.stop.signal, () => markStored(sending));
    const { identifier } = receiptBody(values, environment().site);
    switch (result.state) {
      case 'sent': {
        ignoreInCamera(identifier);
        const { status, engineOrders } = result.answer;
        const rewarded = { status: status ?? 'IN_ANALYSIS', engineOrders };
        endSending(sending, { step: 'saved', receipt: rewarded, next: null });
        return { ok: true } as const;
      }
      case 'queued':
        endSending(sending, { step: 'queued', failure: result.error });
        return { ok: true } as const;
      case 'refused':
        if (result.error.code === 'DUPLICATE') ignoreInCamera(identifier);
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

/** Back from the back/forward cache, this page is loaded anew and begins the next receipt. */
export function goHome(): void {
  const result = $newReceipt.get();
  const reload = () => $newReceipt.get() === result && window.location.reload();
  window.addEventListener('pageshow', reload, { once: true });
  environment().navigate(homePath);
}

function filledReceipt(values: Values, file: PreparedFile): FilledReceipt {
  const { site, newId } = environment();
  const owner = readSubject();
  if (owner === null) throw new Error('A receipt needs its sender');
  const source = attribution();
  const content = { ...receiptBody(values, site), ...(source && { attribution: source }) };
  return {
    id: $receiptToCorrect.get()?.id ?? newId(),
    owner,
    content,
    values: { ...values },
    file,
  };
}

/** Whether a correction may use the form: no receipt is being filled in there. */
export function isFormFree(): boolean {
  const current = $newReceipt.get();
  return receiptDraft.get() === null && (isIdle(current) || current.step === 'queued');
}

export function startCorrection(receipt: StoredReceipt): void {
  abandonReceipt();
  draftCorrection(receipt);
  openCorrection(receipt);
}

/** Continues a correction begun elsewhere, or before a reload; the device still has its file. */
export async function resumeCorrection(): Promise<void> {
  const id = correctionDraft.get();
  const owner = readSubject();
  if (id === null || owner === null) return;
  const receipt = (await listStoredReceipts(owner)).find((stored) => stored.id === id);
  if (receipt && lacksItsFile($newReceipt.get())) openCorrection(receipt);
}

function openCorrection(receipt: StoredReceipt): void {
  const file = fileFrom(receipt.file);
  $receiptToCorrect.set(receipt);
  showForm({ file, unusable: null, upload: file, fileType: receipt.file.type });
  showEarlierRefusal(receipt);
}

/** Beside the fields of a correction, unless their values have changed since. */
function showEarlierRefusal({ refusal, values }: StoredReceipt): void {
  if (!refusal) return;
  const form = receiptForm();
  form.restore();
  form.refuse(
    refusal.fields.filter(({ field }) => field in form.labels),
    values,
  );
  showRefusal(refusal, values, form.labels);
}
