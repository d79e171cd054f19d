import { call } from '../../client/call.ts';
import { NetworkError } from '../../client/result.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { executeOcr } from '../../contract/ocr.ts';
import { environment } from '../../environment.ts';
import type { ReceiptReading } from '../../readers/read-receipt.ts';
import { formatDate, isCalendarDay } from '../../rules/dates.ts';
import { formatCnpj } from '../../rules/documents.ts';
import {
  checkFile,
  type FileType,
  fileTypeBytes,
  fileTypeOf,
  receiptFileTypes,
} from '../../rules/files.ts';
import { formatAmount } from '../../rules/money.ts';
import type { Violation } from '../../rules/violation.ts';
import { formatIdentifier } from './receipt-values.ts';

/** What was read, as the form's fields show it; a part that was not read is absent. */
export type ReadFields = Readonly<
  Partial<Record<'identifier' | 'purchaseDate' | 'cnpj' | 'totalAmount', string>>
>;

export async function typeOf(file: File): Promise<FileType | null> {
  return fileTypeOf(new Uint8Array(await file.slice(0, fileTypeBytes).arrayBuffer()));
}

/** As far as a glance tells: a picture becomes smaller before it is sent. */
export async function fileViolation(file: File): Promise<Violation | null> {
  try {
    const type = await typeOf(file);
    const size = type === 'application/pdf' ? file.size : 0;
    return type === 'image/heic' ? null : checkFile({ type, size }, receiptFileTypes);
  } catch {
    // It was moved, or is not on the device itself.
    return 'FILE_BROKEN';
  }
}

const loadReader = () => import('../../readers/read-receipt.ts');

let isFetched = false;

/** Loads the reader before the user needs it; after a failure the next call tries again. */
export function fetchReader(): void {
  if (isFetched) return;
  isFetched = true;
  loadReader()
    .then(({ prepareReader }) => prepareReader())
    .catch(() => {
      isFetched = false;
    });
}

/** Reads the file on the device, with a reader loaded on demand. Without it the file goes as it is. */
export async function readOnDevice(file: File, signal: AbortSignal): Promise<ReceiptReading> {
  try {
    const { readReceipt } = await loadReader();
    return await readReceipt(file, { signal });
  } catch (failure) {
    signal.throwIfAborted();
    environment().report(failure);
    return unread(file);
  }
}

async function unread(file: File): Promise<ReceiptReading> {
  const type = await typeOf(file);
  const violation = checkFile({ type, size: file.size }, receiptFileTypes);
  if (violation === 'FILE_SIZE') return { state: 'refused', violation };
  if (type === null || type === 'image/heic') return { state: 'refused', violation: 'FILE_TYPE' };
  return { state: 'unreadable', upload: file, fileType: type };
}

export function fieldsOf(reading: ReceiptReading): ReadFields {
  if (reading.state !== 'read') return {};
  const { number, cnpj, purchaseDate, totalCentavos } = reading;
  return {
    identifier: formatIdentifier(number),
    cnpj: formatCnpj(cnpj),
    ...(purchaseDate && { purchaseDate: formatDate(purchaseDate) }),
    ...(totalCentavos !== null && { totalAmount: formatAmount(totalCentavos) }),
  };
}

/**
 * Asks the server's reader.
 * @returns no fields when it refuses, fails, or does not answer in 20 s; null when there is no
 * connection to it.
 * @throws the signal's reason when the person ends the wait.
 */
export async function fieldsFromServer(
  upload: Blob,
  signal: AbortSignal,
): Promise<ReadFields | null> {
  try {
    const outcome = await call(executeOcr, {
      body: { imageBase64: await base64Of(upload) },
      signal,
    });
    return outcome.ok ? fieldsOfAnswer(outcome.value.data.coupon) : {};
  } catch (failure) {
    signal.throwIfAborted();
    environment().report(failure);
    return failure instanceof NetworkError && failure.kind === 'offline' ? null : {};
  }
}

function fieldsOfAnswer(coupon: AnswerOf<typeof executeOcr>['data']['coupon']): ReadFields {
  const identifier = formatIdentifier(coupon?.number ?? '');
  const issueDate = coupon?.issueDate?.slice(0, 10) ?? '';
  const cnpj = coupon?.company?.cnpj;
  return {
    ...(identifier && { identifier }),
    ...(isCalendarDay(issueDate) && { purchaseDate: formatDate(issueDate) }),
    ...(cnpj && { cnpj: formatCnpj(cnpj) }),
  };
}

/** Bytes that become characters at once; more would not fit the arguments of one call. */
const chunk = 0x8000;

/** The plain base64 of a file, without a `data:` prefix. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let characters = '';
  for (let start = 0; start < bytes.length; start += chunk) {
    // Six times as fast as spreading the arguments.
    characters += Reflect.apply(String.fromCharCode, null, bytes.subarray(start, start + chunk));
  }
  return btoa(characters);
}
