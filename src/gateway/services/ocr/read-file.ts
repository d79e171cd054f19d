import type { OcrAnswer, OcrFileType } from './ocr-answer.ts';
import { readPhoto } from './read-photo.ts';
import type { Reading } from './recogniser.ts';

export async function readPictureOrPdf(
  file: Uint8Array,
  type: OcrFileType,
  reading: Reading,
): Promise<OcrAnswer> {
  if (type !== 'application/pdf') return readPhoto(file, reading);
  const { readReceiptPdf } = await import('./read-pdf.ts');
  return readReceiptPdf(file, reading);
}
