import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { timeOf } from '../../../rules/printed-receipts/printed-facts.ts';
import type { AccessKey } from '../../../rules/receipts/access-key.ts';
import { pdfPagesRead } from '../../../rules/receipts/file-limits.ts';
import {
  printedLines,
  type ReceiptText,
  readReceiptText,
} from '../../../rules/receipts/receipt-text.ts';
import { findCode, findSmallCode } from './find-code.ts';
import { openGrey } from './grey-picture.ts';
import { nothingRead, type OcrAnswer } from './ocr-answer.ts';
import { readPhoto } from './read-photo.ts';
import type { Reading } from './recogniser.ts';

const pageSide = 2400;
const maxImagePixels = 64_000_000;

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => join(library, name, '/');

/** Reads the text; where that names no key, the drawn pages. A QR code has to name the same key. */
export async function readReceiptPdf(file: Uint8Array, reading: Reading): Promise<OcrAnswer> {
  const pdf = await openPdf(file).catch(() => null);
  if (!pdf) return nothingRead;
  const text = await textOfPdf(pdf);
  const printed = readReceiptText(text);
  const textAnswer = toOcrAnswer(printed, text);
  reading.onProgress(textAnswer);
  const pages = drawFirstPages(pdf, pageSide);
  return printed.accessKey
    ? confirmed(textAnswer, printed.accessKey, pages)
    : completed(textAnswer, pages, reading);
}

/** @throws when the file is broken or encrypted */
export async function* drawPagesOfPdf(
  file: Uint8Array,
): AsyncGenerator<{ page: Buffer; pageCount: number }> {
  const pdf = await openPdf(file);
  for await (const page of drawFirstPages(pdf, pageSide)) yield { page, pageCount: pdf.numPages };
}

function toOcrAnswer(
  { accessKey, purchaseDate, cnpj, total }: ReceiptText,
  text: string,
): OcrAnswer {
  // The rules require two agreeing readings; a file's exact text counts as both.
  const lines = text.split('\n').map((line) => [line, line]);
  return {
    number: accessKey?.key ?? null,
    issueDate: purchaseDate,
    cnpj,
    purchaseTime: timeOf(lines, accessKey),
    total,
    qrParameters: null,
  };
}

async function confirmed(
  textAnswer: OcrAnswer,
  accessKey: AccessKey,
  pages: AsyncIterable<Buffer>,
): Promise<OcrAnswer> {
  for await (const page of pages) {
    const picture = await openGrey(page, pageSide);
    const code = (await findCode(picture)) ?? (await findSmallCode(picture));
    if (!code) continue;
    if (code.issuedIn === 'test') return nothingRead;
    if (code.accessKey.key !== accessKey.key) return { ...textAnswer, number: null };
    const { qrParameters } = code;
    return { ...textAnswer, issueDate: textAnswer.issueDate ?? code.purchaseDate, qrParameters };
  }
  return textAnswer;
}

async function completed(
  textAnswer: OcrAnswer,
  pages: AsyncIterable<Buffer>,
  reading: Reading,
): Promise<OcrAnswer> {
  let best = textAnswer;
  for await (const page of pages) {
    const photoAnswer = await readPhoto(page, reading);
    if (photoAnswer.number !== null) return filled(photoAnswer, textAnswer);
    best = filled(best, photoAnswer);
  }
  return best;
}

function filled(known: OcrAnswer, other: OcrAnswer): OcrAnswer {
  return {
    number: known.number,
    cnpj: known.cnpj ?? other.cnpj,
    issueDate: known.issueDate ?? other.issueDate,
    purchaseTime: known.purchaseTime ?? other.purchaseTime,
    total: known.total ?? other.total,
    qrParameters: known.qrParameters,
  };
}

function openPdf(data: Uint8Array): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(data),
    verbosity: 0,
    maxImageSize: maxImagePixels,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
  }).promise;
}

async function textOfPdf(pdf: PDFDocumentProxy): Promise<string> {
  const pages = await Promise.all(
    firstPages(pdf).map(async (number) => {
      const page = await pdf.getPage(number);
      return printedLines((await page.getTextContent()).items);
    }),
  );
  return pages.join('\n');
}

async function* drawFirstPages(pdf: PDFDocumentProxy, side: number): AsyncGenerator<Buffer> {
  for (const number of firstPages(pdf)) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(width, height) });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    // The library draws on any canvas, but its types know only the browser's.
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
    yield canvas.encode('png');
  }
}

function firstPages(pdf: PDFDocumentProxy): number[] {
  return Array.from({ length: Math.min(pdfPagesRead, pdf.numPages) }, (_, index) => index + 1);
}
