import { call, timeoutAfter, whenAborted } from '../../../client/call.ts';
import { NetworkError } from '../../../client/result.ts';
import { getProductsEndpoint } from '../../../contract/campaign.ts';
import type { AnswerOf } from '../../../contract/endpoint.ts';
import { executeOcrEndpoint, readingTimeoutMs } from '../../../contract/receipt-reading.ts';
import { environment } from '../../../environment.ts';
import type { FoundCode } from '../../../readers/picture.worker.ts';
import type {
  ReceiptReading,
  ReceiptUpload,
  UnusableReason,
} from '../../../readers/read-receipt.ts';
import { isOn } from '../../../rules/campaign/parameters.ts';
import { formatDate, isCalendarDay } from '../../../rules/dates.ts';
import { formatAmount } from '../../../rules/money.ts';
import { formatCnpj } from '../../../rules/people/cpf-cnpj.ts';
import {
  checkFile,
  type FileType,
  fileTypeBytes,
  fileTypeOf,
  maximumFileBytes,
  receiptFileTypes,
} from '../../../rules/receipts/file-limits.ts';
import { formatIdentifier } from '../../../rules/receipts/receipt-identity.ts';
import type { ReceiptViolation } from '../../../rules/violation.ts';

export const readableFields = [
  'identifier',
  'purchaseDate',
  'cnpj',
  'totalAmount',
  'accelerator',
] as const;

export type ReadableField = (typeof readableFields)[number];

export type ReadFields = Readonly<Partial<Record<ReadableField, string>>>;

export interface PreparedFile extends ReceiptUpload {
  file: File;
  unusable: UnusableReason | null;
}

export interface FoundFields {
  /** From the file, read on the device or by the server. */
  readFields: ReadFields;
  /** From the tax office; empty without its answer. */
  officeValues: ReadFields;
  /** `pending`: the server looks for the missing parts; `late`: the user no longer waits for it. */
  serverReading: 'settled' | 'pending' | 'late' | Unanswered;
}

/** The server did not read at all, so the file may be good. */
type Unanswered = 'offline' | 'failed';

export type ReadingProgress =
  | { state: 'reading'; by: 'device' | 'server' }
  | { state: 'refused'; violation: ReceiptViolation }
  | { state: 'read'; file: PreparedFile; fields: FoundFields };

export async function readFileType(file: Blob): Promise<FileType | null> {
  return fileTypeOf(new Uint8Array(await file.slice(0, fileTypeBytes).arrayBuffer()));
}

type FileCheck = { fingerprint: string } | { violation: ReceiptViolation };

/** Checks type and size; pictures are made smaller later. `fingerprint` identifies the file. */
export async function checkPickedFile(file: File): Promise<FileCheck> {
  // An interrupted download.
  if (file.size === 0) return { violation: 'FILE_BROKEN' };
  try {
    const type = await readFileType(file);
    const size = type === 'application/pdf' ? file.size : 0;
    const violation = type === 'image/heic' ? null : checkFile({ type, size }, receiptFileTypes);
    return violation ? { violation } : { fingerprint: await fingerprintOf(file) };
  } catch {
    return { violation: 'FILE_BROKEN' };
  }
}

/** How much of a file's beginning, middle and end identifies it. */
const sampleBytes = 65_536;

/** Identifies a file by content: phones repeat names and change dates. @throws when unreadable */
export async function fingerprintOf(file: File): Promise<string> {
  const starts = [
    0,
    Math.max(0, (file.size - sampleBytes) >> 1),
    Math.max(0, file.size - sampleBytes),
  ];
  const parts = new Blob(starts.map((start) => file.slice(start, start + sampleBytes)));
  return `${file.size}-${fnv1a(new Uint8Array(await parts.arrayBuffer()))}`;
}

/** FNV-1a, 32 bits: enough for the few versions of a receipt, or files of a user. */
export function fnv1a(content: string | Uint8Array): string {
  let hash = 0x811c9dc5;
  for (let position = 0; position < content.length; position += 1) {
    const part = typeof content === 'string' ? content.charCodeAt(position) : content[position];
    hash = Math.imul(hash ^ (part ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

const loadReader = () => import('../../../readers/read-receipt.ts');

let isPreloaded = false;

/** Loads the reader before the user needs it; after a failure the next call tries again. */
export function preloadReader(): void {
  if (isPreloaded) return;
  isPreloaded = true;
  loadReader()
    .then(({ prepareReader }) => prepareReader())
    .catch(() => {
      isPreloaded = false;
    });
}

/**
 * Reads on the device, then on the server, which after a code only adds missing fields.
 * @throws the signal's reason when it aborts
 */
export async function* readFileInSteps(
  file: File,
  code: FoundCode | null,
  signal: AbortSignal,
): AsyncGenerator<ReadingProgress, void> {
  yield { state: 'reading', by: 'device' };
  const begunAt = Date.now();
  const reading = await readOnDevice(file, signal, code);
  signal.throwIfAborted();
  if (reading.state === 'refused') return yield reading;
  const { upload, fileType } = reading;
  const unusable = reading.state === 'unreadable' ? reading.unusable : null;
  const sentFile: PreparedFile = { file, unusable, upload, fileType };
  const readFields = fieldsOf(reading);
  const asRead = (fields: FoundFields) => ({ state: 'read', file: sentFile, fields }) as const;
  const onDevice = { readFields, officeValues: {} };
  // The server may see only one of several receipts, and would fill in that one.
  if (unusable === 'several' || !serverReads() || isAllKnown(readFields))
    return yield asRead({ ...onDevice, serverReading: 'settled' });
  yield readFields.identifier
    ? asRead({ ...onDevice, serverReading: 'pending' })
    : { state: 'reading', by: 'server' };
  const answering = fieldsFromServer(upload, signal);
  // From then on the user types what is still missing, and the server may help.
  const leftMs = begunAt + readingTimeoutMs - Date.now();
  if (await takesLongerThan(answering, leftMs)) {
    yield asRead({ ...onDevice, serverReading: 'late' });
  }
  const answer = await answering;
  signal.throwIfAborted();
  const found = typeof answer === 'string' ? onDevice : answer;
  yield asRead({
    ...found,
    readFields: { ...found.readFields, ...readFields },
    serverReading: typeof answer === 'object' || readFields.identifier ? 'settled' : answer,
  });
}

async function takesLongerThan(answering: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), ms);
  });
  return Promise.race([answering.then(() => false), timedOut]).finally(() => clearTimeout(timer));
}

/** Whether nothing is left to read. Codes never say if the accelerator product was bought. */
function isAllKnown({ purchaseDate, totalAmount }: ReadFields): boolean {
  const { accelerator } = environment().site.hotsite;
  return Boolean(purchaseDate && totalAmount && !accelerator);
}

export function serverReads(): boolean {
  return isOn(environment().site.campaign, 'OCR_ENABLED');
}

/** Reads the file on the device. If the reader does not load in time, the file is sent unchanged. */
export async function readOnDevice(
  file: File,
  signal: AbortSignal,
  seenCode: FoundCode | null = null,
): Promise<ReceiptReading> {
  const deadline = timeoutAfter(readingTimeoutMs, signal);
  let copy: Blob = file;
  const reading = copyToMemory(file).then(async (copied) => {
    copy = copied;
    return (await loadReader()).readReceipt(copied, { signal, seenCode });
  });
  try {
    return await Promise.race([reading, rejectionAt(deadline.signal)]);
  } catch (failure) {
    signal.throwIfAborted();
    environment().report(failure);
    const unreadFile = await acceptUnread(copy).catch(() => brokenFile);
    // A file too large, or a HEIC, waits until the device has made a smaller JPEG of it.
    return unreadFile.state === 'refused' ? await reading.catch(() => unreadFile) : unreadFile;
  } finally {
    deadline.release();
    reading.catch(() => {});
  }
}

/** Another app may take its file back before the receipt is sent. A larger file is made smaller. */
async function copyToMemory(file: File): Promise<Blob> {
  if (file.size > maximumFileBytes) return file;
  return new Blob([await file.arrayBuffer()], { type: file.type });
}

/** A file that cannot be read twice has been moved, or its cloud is out of reach. */
const brokenFile: ReceiptReading = { state: 'refused', violation: 'FILE_BROKEN' };

async function rejectionAt(signal: AbortSignal): Promise<never> {
  await whenAborted(signal);
  throw signal.reason;
}

async function acceptUnread(file: Blob): Promise<ReceiptReading> {
  const type = await readFileType(file);
  const violation = checkFile({ type, size: file.size }, receiptFileTypes);
  if (violation === 'FILE_SIZE') return { state: 'refused', violation };
  if (type === null || type === 'image/heic') return { state: 'refused', violation: 'FILE_TYPE' };
  return { state: 'unreadable', unusable: null, upload: file, fileType: type };
}

function fieldsOf(reading: ReceiptReading): ReadFields {
  if (reading.state !== 'read') return {};
  const { number, cnpj, purchaseDate, totalCentavos } = reading;
  return {
    identifier: formatIdentifier(number),
    cnpj: formatCnpj(cnpj),
    ...(purchaseDate && { purchaseDate: formatDate(purchaseDate) }),
    ...(totalCentavos !== null && { totalAmount: formatAmount(totalCentavos) }),
  };
}

type ServerFields = Omit<FoundFields, 'serverReading'>;

async function fieldsFromServer(
  upload: Blob,
  signal: AbortSignal,
): Promise<ServerFields | Unanswered> {
  const nothing = { readFields: {}, officeValues: {} };
  try {
    const result = await call(executeOcrEndpoint, {
      body: { imageBase64: await base64Of(upload) },
      signal,
    });
    if (result.ok) return await fieldsOfAnswer(result.value.data.coupon);
    return result.error.fields.length > 0 ? nothing : 'failed';
  } catch (failure) {
    signal.throwIfAborted();
    environment().report(failure);
    return failure instanceof NetworkError && failure.kind === 'offline' ? 'offline' : 'failed';
  }
}

type ReadCoupon = AnswerOf<typeof executeOcrEndpoint>['data']['coupon'];

async function fieldsOfAnswer(coupon: ReadCoupon): Promise<ServerFields> {
  const identifier = formatIdentifier(coupon?.number ?? '');
  const issueDate = coupon?.issueDate?.slice(0, 10) ?? '';
  const cnpj = coupon?.company?.cnpj;
  const total = coupon?.totalAmount;
  const answer = await acceleratorAnswer(coupon).catch(environment().report);
  const readFields: ReadFields = {
    ...(identifier && { identifier }),
    ...(isCalendarDay(issueDate) && { purchaseDate: formatDate(issueDate) }),
    ...(cnpj && { cnpj: formatCnpj(cnpj) }),
    ...(total && { totalAmount: formatAmount(Math.round(total * 100)) }),
    ...(answer && { accelerator: answer }),
  };
  return { readFields, officeValues: coupon?.taxOffice === 'CONFIRMED' ? readFields : {} };
}

/** Lines read from a picture may be incomplete: only the tax office's lines prove an absence. */
async function acceleratorAnswer(coupon: ReadCoupon): Promise<'yes' | 'no' | null> {
  const { accelerator } = environment().site.hotsite;
  const items = coupon?.items ?? [];
  if (!accelerator || items.length === 0) return null;
  const { hasAccelerator } = await import('../../../rules/receipts/promoted-products.ts');
  const products = await call(getProductsEndpoint);
  if (!products.ok) return null;
  if (hasAccelerator(items, products.value)) return 'yes';
  return coupon?.taxOffice === 'CONFIRMED' ? 'no' : null;
}

/** Per call of `String.fromCharCode`, whose number of arguments is limited. */
const chunkBytes = 0x8000;

export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let characters = '';
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    // Six times as fast as spreading the arguments.
    characters += Reflect.apply(
      String.fromCharCode,
      null,
      bytes.subarray(start, start + chunkBytes),
    );
  }
  return btoa(characters);
}
