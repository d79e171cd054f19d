import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import parserUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { printedLines } from '../rules/receipts/receipt-text.ts';
import { answerRequests, startWorker } from './workers.ts';

export type PdfRequest =
  | { kind: 'open'; file: Blob }
  | { kind: 'lines'; page: number }
  | { kind: 'drawing' | 'picture'; page: number; longSide: number };

let opened: PDFDocumentProxy | null = null;

answerRequests(async (request: PdfRequest) => {
  if (request.kind === 'open') {
    opened = await open(await request.file.arrayBuffer());
    return opened.numPages;
  }
  if (!opened) throw new Error('No PDF is open');
  const page = await opened.getPage(request.page);
  if (request.kind === 'lines') return printedLines((await page.getTextContent()).items);
  const canvas = await drawPage(page, request.longSide);
  return request.kind === 'picture' ? canvas.convertToBlob() : canvas.transferToImageBitmap();
});

/** The library parses in a worker within this one, which ends with it. */
function open(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  const port = startWorker(parserUrl);
  port.addEventListener('error', () => {
    // The library does not listen for this event; rethrown, it reaches the caller.
    throw new Error('The parser failed');
  });
  const worker = PDFWorker.create({ port });
  return getDocument({ ...drawingOptions, data, worker, useWorkerFetch: false, verbosity: 0 })
    .promise;
}

const fonts = (globalThis as { fonts?: FontFaceSet }).fonts ?? null;

/** Filters are SVG, which a worker lacks: without one the library changes the pixels itself. */
class NoFilters {
  addFilter = noFilter;
  addAlphaFilter = noFilter;
  addLuminosityFilter = noFilter;
  addKnockoutFilter = noFilter;
  addHCMFilter = noFilter;
  destroy(): void {}
}

function noFilter(): string {
  return 'none';
}

const drawingOptions = {
  ownerDocument: { fonts, createElement: () => new OffscreenCanvas(1, 1) } as unknown as Document,
  FilterFactory: NoFilters,
  /** Without fonts to add its own to, it draws letters as paths. */
  disableFontFace: !fonts,
};

async function drawPage(page: PDFPageProxy, longSide: number): Promise<OffscreenCanvas> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longSide / Math.max(width, height) });
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  return canvas;
}
