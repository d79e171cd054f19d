import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { printedLines } from '../../../rules/receipt-text.ts';

/** A receipt fits on one page; the second is for those with many items. */
const pagesRead = 2;
const largestImage = 64_000_000;

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => join(library, name, '/');

/** @throws when it is broken or encrypted. */
export function openPdf(data: Uint8Array): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(data),
    verbosity: 0,
    maxImageSize: largestImage,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
  }).promise;
}

export async function textOfPdf(pdf: PDFDocumentProxy): Promise<string> {
  const pages = await Promise.all(
    firstPages(pdf).map(async (number) => {
      const page = await pdf.getPage(number);
      return printedLines((await page.getTextContent()).items);
    }),
  );
  return pages.join('\n');
}

export async function* drawFirstPages(pdf: PDFDocumentProxy, side: number): AsyncGenerator<Buffer> {
  for (const number of firstPages(pdf)) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(width, height) });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    // The library draws on any canvas; its types know the browser's alone.
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
    yield canvas.encode('png');
  }
}

function firstPages(pdf: PDFDocumentProxy): number[] {
  return Array.from({ length: Math.min(pagesRead, pdf.numPages) }, (_, index) => index + 1);
}
