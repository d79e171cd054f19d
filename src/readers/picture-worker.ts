import { askWorker } from './ask-worker.ts';
import type { PictureRequest, PictureResult } from './picture-reading.ts';
import workerUrl from './qr.worker.ts?worker&url';
import { startWorker } from './script-url.ts';

let worker: Worker | null = null;

/** Reads a picture beside the page's own thread; stops at once when the signal aborts. */
export async function readPictureAside(
  request: PictureRequest,
  signal: AbortSignal,
): Promise<PictureResult> {
  signal.throwIfAborted();
  worker ??= startedWorker();
  // A page of another origin, which the widgets may stand on, cannot start a worker of ours.
  if (!worker) return (await import('./picture-reading.ts')).readPicture(request);
  const { source } = request;
  const transfer = source instanceof ImageBitmap ? [source] : [];
  try {
    return await askWorker(worker, request, { transfer, signal });
  } catch (error) {
    worker.terminate();
    worker = null;
    throw error;
  }
}

function startedWorker(): Worker | null {
  try {
    return startWorker(workerUrl);
  } catch {
    return null;
  }
}
