import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import parserUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { printedLines } from '../rules/receipt-text.ts';
import { answerRequests } from './answer-requests.ts';
import { drawingOptions, drawPage } from './pdf-drawing.ts';
import { startWorker } from './workers.ts';

export type PdfRequest =
  | { task: 'open'; file: Blob }
  | { task: 'lines'; page: number }
  | { task: 'drawing' | 'picture'; page: number; longSide: number };

let opened: PDFDocumentProxy | null = null;

answerRequests(async (request: PdfRequest) => {
  if (request.task === 'open') {
    opened = await open(await request.file.arrayBuffer());
    return opened.numPages;
  }
  if (!opened) throw new Error('No PDF is open');
  const page = await opened.getPage(request.page);
  if (request.task === 'lines') return printedLines((await page.getTextContent()).items);
  const canvas = await drawPage(page, request.longSide);
  return request.task === 'picture' ? canvas.convertToBlob() : canvas.transferToImageBitmap();
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
