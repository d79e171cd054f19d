import type { PictureRequest, PictureResult } from './picture-reading.ts';
import workerUrl from './qr.worker.ts?worker&url';
import { askWorker, startWorker } from './workers.ts';

/** A worker without work, its reader already compiled. */
let spare: Worker | null = null;

/** Works beside the page's own thread; stops at once when the signal aborts. */
export async function readPictureAside(
  request: PictureRequest,
  signal: AbortSignal,
): Promise<PictureResult> {
  signal.throwIfAborted();
  const worker = spare ?? startedWorker();
  spare = null;
  // A page of another origin, which the widgets may stand on, cannot start a worker of ours.
  if (!worker) return (await import('./picture-reading.ts')).readPicture(request);
  const { source } = request;
  const transfer = source instanceof ImageBitmap ? [source] : [];
  try {
    const result = await askWorker<PictureResult>(worker, request, { transfer, signal });
    spare ??= worker;
    return result;
  } finally {
    if (spare !== worker) worker.terminate();
  }
}

function startedWorker(): Worker | null {
  try {
    return startWorker(workerUrl);
  } catch {
    return null;
  }
}
