import { pdfPagesRead } from '../rules/receipts/file-limits.ts';
import {
  purchaseDateIn,
  type ReceiptText,
  readReceiptText,
} from '../rules/receipts/receipt-text.ts';
import { type OpenPdf, withPdf } from './pdf-document.ts';
import type { FoundCode } from './picture.worker.ts';
import { readPictureInWorker } from './read-in-worker.ts';

/** Long side of a page drawn to find its QR code. */
const drawnSide = 2400;

/** The library's errors for a damaged PDF; any other is our own failure. */
const damage = ['InvalidPDFException', 'FormatError', 'UnknownErrorException'];

export type FoundInPdf = FoundCode | (Omit<FoundCode, 'source'> & { source: 'pdf-text' });

type PdfResult =
  | { state: 'opened'; found: FoundInPdf | null }
  | { state: 'broken' }
  | { state: 'encrypted' };

/** Reads the text, else the QR code on the rendered pages. */
export async function readPdf(file: Blob, signal: AbortSignal): Promise<PdfResult> {
  try {
    const found = await withPdf(file, (pdf) => findInDocument(pdf, signal), signal);
    return { state: 'opened', found };
  } catch (error) {
    signal.throwIfAborted();
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') return { state: 'encrypted' };
    if (damage.includes(name)) return { state: 'broken' };
    throw error;
  }
}

async function findInDocument(pdf: OpenPdf, signal: AbortSignal): Promise<FoundInPdf | null> {
  const pages = Array.from(
    { length: Math.min(pdfPagesRead, pdf.pages) },
    (_, before) => before + 1,
  );
  const lines = await Promise.all(pages.map(pdf.lines));
  const text = lines.join('\n');
  const printed = readReceiptText(text);
  const { accessKey } = printed;
  if (accessKey) return { ...printed, accessKey, issuedIn: 'production', source: 'pdf-text' };
  for (const page of pages) {
    const source = await pdf.drawing(page, drawnSide);
    const result = await readPictureInWorker({ source, shrink: false }, signal);
    if (result.state === 'opened' && result.found && !result.several)
      return completed(result.found, printed, text);
  }
  return null;
}

/** Day and total of the code take precedence; printed ones fill the gaps. */
function completed(found: FoundCode, printed: ReceiptText, text: string): FoundCode {
  return {
    ...found,
    purchaseDate: found.purchaseDate ?? purchaseDateIn(text, found.accessKey),
    total: found.total ?? printed.total,
  };
}
