import {
  fileTypeBytes,
  fileTypeOf,
  largestUnchangedBytes,
  maximumFileBytes,
} from '../rules/receipts/file-limits.ts';
import heicWorkerUrl from './heic.worker.ts?worker&url';
import type { FoundCode, PictureRequest, PictureResult } from './picture.worker.ts';
import { readPictureInWorker } from './read-in-worker.ts';
import type { FoundInPdf } from './read-pdf.ts';
import { askWorker, startWorker } from './workers.ts';

export type ReceiptReading =
  | ({ state: 'read' } & ReadReceipt & ReceiptUpload)
  /** A readable file in which no receipt was found: the server may see more. */
  | ({ state: 'unreadable'; unusable: UnusableReason | null } & ReceiptUpload)
  | { state: 'refused'; violation: FileViolation };

/** Why a code that was read is not used: a test of the tax office, or one of several receipts. */
export type UnusableReason = 'test' | 'several';

type FileViolation = 'FILE_TYPE' | 'FILE_SIZE' | 'FILE_BROKEN' | 'FILE_ENCRYPTED';

/** Sent instead of the chosen file, at most `maximumFileBytes` long. */
export interface ReceiptUpload {
  upload: Blob;
  fileType: 'image/jpeg' | 'image/png' | 'application/pdf';
}

interface ReadReceipt {
  /** The Código da Nota: the access key, a receipt's identity. */
  number: string;
  cnpj: string;
  /** `yyyy-MM-dd`; null if the receipt's code has only the month. */
  purchaseDate: string | null;
  totalCentavos: number | null;
  source: 'qr' | 'bar-code' | 'pdf-text';
}

type PictureType = 'image/jpeg' | 'image/png' | 'image/heic';

/**
 * On the device: type by content, key by QR code, bar code or a PDF's text, and the file to send.
 * A receipt of the tax office's test environment counts as unreadable, and so do several receipts,
 * of which one may be another person's. Throws at an abort.
 */
export async function readReceipt(
  file: Blob,
  { signal, seenCode = null }: { signal: AbortSignal; seenCode?: FoundCode | null },
): Promise<ReceiptReading> {
  const beginning = await file.slice(0, fileTypeBytes).arrayBuffer();
  const type = fileTypeOf(new Uint8Array(beginning));
  if (type === null) return refused('FILE_TYPE');
  return type === 'application/pdf'
    ? readPdfFile(file.slice(0, file.size, type), signal)
    : readPictureFile(file.slice(0, file.size, type), type, signal, seenCode);
}

export async function prepareReader(): Promise<void> {
  const source = await createImageBitmap(new ImageData(8, 8));
  await readPictureInWorker({ source, shrink: false }, new AbortController().signal);
}

async function readPdfFile(upload: Blob, signal: AbortSignal): Promise<ReceiptReading> {
  if (upload.size > maximumFileBytes) return refused('FILE_SIZE');
  const result = await import('./read-pdf.ts')
    .then(({ readPdf }) => readPdf(upload, signal))
    .catch(() => lostReader(signal));
  if (result.state === 'broken') return refused('FILE_BROKEN');
  if (result.state === 'encrypted') return refused('FILE_ENCRYPTED');
  return reading(result.found, { upload, fileType: 'application/pdf' });
}

async function readPictureFile(
  file: Blob,
  type: PictureType,
  signal: AbortSignal,
  seenCode: FoundCode | null,
): Promise<ReceiptReading> {
  const isUnchanged =
    type !== 'image/heic' && file.size <= largestUnchangedBytes && !(await hasMetadata(file));
  const result = await openPicture(file, type, { shrink: !isUnchanged, seenCode }, signal);
  if (result.state === 'broken')
    return refused(type === 'image/heic' ? 'FILE_TYPE' : 'FILE_BROKEN');
  const sent = uploadOf(file, type, result.jpeg);
  if (!sent) return refused('FILE_TYPE');
  if (sent.upload.size > maximumFileBytes) return refused('FILE_SIZE');
  return result.several
    ? { state: 'unreadable', unusable: 'several', ...sent }
    : reading(result.found, sent);
}

function uploadOf(file: Blob, type: PictureType, jpeg: Blob | null): ReceiptUpload | null {
  if (jpeg) return { upload: jpeg, fileType: 'image/jpeg' };
  return type === 'image/heic' ? null : { upload: file, fileType: type };
}

async function openPicture(
  file: Blob,
  type: PictureType,
  options: Omit<PictureRequest, 'source'>,
  signal: AbortSignal,
): Promise<PictureResult> {
  const read = (source: Blob | ImageBitmap) =>
    readPictureInWorker({ source, ...options }, signal).catch(() =>
      lostReader(signal, options.seenCode),
    );
  const result = await read(file);
  if (result.state === 'opened' || type !== 'image/heic') return result;
  return decodeHeic(file, signal)
    .then(read)
    .catch(() => {
      signal.throwIfAborted();
      return result;
    });
}

/** Camera data stands before the picture's own segments, in the first 64 KB or so. */
const searchedBytes = 128 * 1024;

/** EXIF data: place, camera, or a rotation still to be applied. */
export async function hasMetadata(file: Blob): Promise<boolean> {
  const beginning = await file.slice(0, searchedBytes).arrayBuffer();
  const text = new TextDecoder('latin1').decode(beginning);
  return text.includes('Exif\0\0') || text.includes('eXIf');
}

/**
 * Turns it upright if the browser cannot; the decoder's 2 MB are loaded only for this.
 * @throws when the file is broken or the signal aborts.
 */
async function decodeHeic(file: Blob, signal: AbortSignal): Promise<ImageBitmap> {
  signal.throwIfAborted();
  const worker = startWorker(heicWorkerUrl);
  try {
    return await askWorker(worker, { file }, { signal });
  } finally {
    worker.terminate();
  }
}

/** The reader could not be loaded or failed: the file goes to the server as it is. */
function lostReader(signal: AbortSignal, seenCode: FoundCode | null = null) {
  signal.throwIfAborted();
  return { state: 'opened', found: seenCode, several: false, jpeg: null } as const;
}

function reading(found: FoundInPdf | null, upload: ReceiptUpload): ReceiptReading {
  if (!found) return { state: 'unreadable', unusable: null, ...upload };
  if (found.issuedIn === 'test') return { state: 'unreadable', unusable: 'test', ...upload };
  const { accessKey, purchaseDate, total, source } = found;
  return {
    state: 'read',
    number: accessKey.key,
    cnpj: accessKey.cnpj,
    purchaseDate,
    totalCentavos: total,
    source,
    ...upload,
  };
}

function refused(violation: FileViolation): ReceiptReading {
  return { state: 'refused', violation };
}
