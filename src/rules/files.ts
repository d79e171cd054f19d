import type { FileType } from './file-type.ts';
import type { Violation } from './violation.ts';

/** REC-03: 5MB, of what is sent. */
export const maximumFileBytes = 5 * 1024 * 1024;

/** REC-02: what a new receipt may be. */
export const receiptFileTypes: readonly FileType[] = ['image/jpeg', 'image/png', 'application/pdf'];

/** MYREC-19: what may take the place of an unreadable picture. */
export const replacementFileTypes: readonly FileType[] = ['image/jpeg', 'image/png'];

/**
 * REC-02, REC-03 and MYREC-19.
 * @param file its type by content, null when unknown, and its size in bytes.
 */
export function checkFile(
  { type, size }: { type: FileType | null; size: number },
  accepted: readonly FileType[],
): Violation | null {
  if (type === null || !accepted.includes(type)) return 'FILE_TYPE';
  return size > maximumFileBytes ? 'FILE_SIZE' : null;
}
