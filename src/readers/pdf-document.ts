import type { PdfRequest } from './pdf.worker.ts';
import workerUrl from './pdf.worker.ts?worker&url';
import { askWorker, startWorker } from './workers.ts';

/** Pages count from 1. */
export interface OpenPdf {
  readonly pages: number;
  lines(page: number): Promise<string>;
  drawing(page: number, longSide: number): Promise<ImageBitmap>;
  picture(page: number, longSide: number): Promise<Blob>;
}

/** Runs in a worker. Throws the library's error with its name, or the signal's reason. */
export async function withPdf<Result>(
  file: Blob,
  work: (pdf: OpenPdf) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  const worker = startWorker(workerUrl);
  const ask = <Answer>(request: PdfRequest) => askWorker<Answer>(worker, request, { signal });
  try {
    return await work({
      pages: await ask({ kind: 'open', file }),
      lines: (page) => ask({ kind: 'lines', page }),
      drawing: (page, longSide) => ask({ kind: 'drawing', page, longSide }),
      picture: (page, longSide) => ask({ kind: 'picture', page, longSide }),
    });
  } finally {
    worker.terminate();
  }
}

export function drawPdf(
  file: Blob,
  { longSide, maxPages }: { longSide: number; maxPages: number },
  signal: AbortSignal,
): Promise<Blob[]> {
  const draw = async (pdf: OpenPdf) => {
    const pictures: Blob[] = [];
    for (let page = 1; page <= Math.min(maxPages, pdf.pages); page += 1) {
      pictures.push(await pdf.picture(page, longSide));
    }
    return pictures;
  };
  return withPdf(file, draw, signal);
}
