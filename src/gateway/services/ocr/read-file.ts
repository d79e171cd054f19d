import type { OcrAnswer, OcrFileType } from './ocr-answer.ts';
import { readPhoto } from './read-photo.ts';

/** Reads one file of a receipt; `tell` gets what is known before each slow step. */
export async function readFile(
  file: Uint8Array,
  type: OcrFileType,
  tell: (soFar: OcrAnswer) => void,
): Promise<OcrAnswer> {
  if (type !== 'application/pdf') return readPhoto(file, tell);
  // The PDF library is loaded for those who send one.
  const { readPdf } = await import('./read-pdf.ts');
  return readPdf(file, tell);
}
