import type { FrameRequest, FrameView, PictureRequest, PictureResult } from './picture.worker.ts';
import workerUrl from './picture.worker.ts?worker&url';
import { askWorker, startWorker } from './workers.ts';

let spare: Worker | null = null;

/** Works off the page's thread; stops at once when the signal aborts. */
export async function readPictureInWorker(
  request: PictureRequest,
  signal: AbortSignal,
): Promise<PictureResult> {
  const { source } = request;
  const transfer = source instanceof ImageBitmap ? [source] : [];
  return askReader<PictureResult>(request, transfer, signal, (reading) =>
    reading.readPicture(request),
  );
}

/** Looks for a code in a camera frame, and closes it. The worker stays for the next frame. */
export async function readFrameInWorker(
  frame: FrameRequest['frame'],
  signal: AbortSignal,
): Promise<FrameView> {
  const request: FrameRequest = { frame };
  return askReader<FrameView>(request, [frame], signal, (reading) => reading.lookAtFrame(request));
}

async function askReader<Result>(
  request: object,
  transfer: Transferable[],
  signal: AbortSignal,
  readHere: (reading: typeof import('./picture.worker.ts')) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const worker = spare ?? startedWorker();
  spare = null;
  // A page of another origin, where widgets may be, cannot start our workers.
  if (!worker) return readHere(await import('./picture.worker.ts'));
  try {
    const result = await askWorker<Result>(worker, request, { transfer, signal });
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
