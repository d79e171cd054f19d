import type { ReceiptReading } from '../../../src/readers/read-receipt.ts';

type WithoutUpload<Reading> = Reading extends { upload: Blob } ? Omit<Reading, 'upload'> : Reading;

/** What the page answers to a test: a reading, and the looks of what would be sent. */
export interface PageReading {
  reading: WithoutUpload<ReceiptReading>;
  upload: { type: string; bytes: number; width: number; height: number; hasExif: boolean } | null;
  milliseconds: number;
}
