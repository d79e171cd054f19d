import { atom } from 'nanostores';
import {
  checkFile,
  type FileType,
  fileTypeBytes,
  fileTypeOf,
  receiptFileTypes,
} from '../../../rules/receipts/file-type-and-size.ts';
import type { ReceiptViolation } from '../../../rules/violation.ts';

export async function readFileType(file: Blob): Promise<FileType | null> {
  return fileTypeOf(new Uint8Array(await file.slice(0, fileTypeBytes).arrayBuffer()));
}

export const $firstOfMany = atom<File | null>(null);

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
    // The file was moved, or is in a cloud.
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

/** Per call of `String.fromCharCode`, whose number of arguments is limited. */
const chunkBytes = 0x8000;

/** The plain base64 of a file, without a `data:` prefix. */
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
