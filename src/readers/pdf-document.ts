import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { startWorker } from './start-worker.ts';

/**
 * Opens a PDF in a worker of its own for as long as `work` needs it.
 * @throws what the library throws for a file that is damaged or locked.
 */
export async function withPdf<Result>(
  file: Blob,
  work: (pdf: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const data = new Uint8Array(await file.arrayBuffer());
  const port = startWorker(workerUrl);
  const loading = getDocument({
    data,
    worker: PDFWorker.create({ port }),
    useWorkerFetch: false,
    verbosity: 0,
  });
  try {
    return await work(await loading.promise);
  } finally {
    await loading.destroy();
    port.terminate();
  }
}

/** @param longSide of the drawn page, in pixels. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  longSide: number,
): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longSide / Math.max(width, height) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return canvas;
}
