import type { ReceiptViolation } from '../violation.ts';

export const maximumFileBytes = 5 * 1024 * 1024;

export const receiptFileTypes: readonly FileType[] = ['image/jpeg', 'image/png', 'application/pdf'];

export const replacementFileTypes: readonly FileType[] = ['image/jpeg', 'image/png'];

/** @param file type null when its content is unknown; size in bytes */
export function checkFile(
  { type, size }: { type: FileType | null; size: number },
  accepted: readonly FileType[],
): ReceiptViolation | null {
  if (type === null || !accepted.includes(type)) return 'FILE_TYPE';
  return size > maximumFileBytes ? 'FILE_SIZE' : null;
}

/** Smaller pictures are sent unchanged, unless their metadata says where they were taken. */
export const largestUnchangedBytes = 1024 * 1024;

/** Of the JPEG that is sent in place of a larger one, from 0 to 1. */
export const sentQuality = 0.8;

const usualSentSide = 2000;
const largestSentSide = 4096;
const readableWidth = 1100;

/** Long side of the picture to be sent: everything in it can still be read, also in a long strip. */
export function sentSide({ width, height }: { width: number; height: number }): number {
  const long = Math.max(width, height);
  const readable = Math.round((readableWidth * long) / Math.min(width, height));
  return Math.min(long, largestSentSide, Math.max(usualSentSide, readable));
}

/** Larger than the limit for sending, since photos are made smaller first. */
const maximumSharedPhotoBytes = 25 * 1024 * 1024;

/** For a file that another app or site shares. @param file type null when unknown; bytes */
export function checkSharedFile({
  type,
  size,
}: {
  type: FileType | null;
  size: number;
}): ReceiptViolation | null {
  if (type === null) return 'FILE_TYPE';
  const most = type === 'application/pdf' ? maximumFileBytes : maximumSharedPhotoBytes;
  return size > most ? 'FILE_SIZE' : null;
}

/** How many pages of a PDF browser and gateway read, and moderators see; long receipts need the second. */
export const pdfPagesRead = 2;

/** In which the service worker says what another app shared. */
export const sharedFileHeaders = {
  name: 'x-file-name',
  time: 'x-shared-at',
  /** Why the file was refused; its bytes are missing then. */
  violation: 'x-violation',
  /** How many files were shared at once; only the first one is here. */
  count: 'x-shared-count',
} as const;

/** An older shared file is not taken: another user may use the device. */
const sharedFileLifetimeMs = 10 * 60_000;

export function isSharedFileGone(headers: Headers): boolean {
  return Date.now() - Number(headers.get(sharedFileHeaders.time)) > sharedFileLifetimeMs;
}

/** Judged by the first bytes, not by the name. */
export type FileType = 'image/jpeg' | 'image/png' | 'image/heic' | 'application/pdf';

export const fileTypeBytes = 1024;

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Null unless these bytes, at least `fileTypeBytes` of them, start a JPEG, PNG, HEIC or PDF. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const text = String.fromCharCode(...bytes.subarray(0, fileTypeBytes));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('ftyp', 4) && heicBrands.includes(text.slice(8, 12))) return 'image/heic';
  return /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(text) ? 'application/pdf' : null;
}
