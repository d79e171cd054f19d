import workerUrl from './heic.worker.ts?worker&url';
import { askWorker, startWorker } from './workers.ts';

/**
 * Upright, where the browser cannot; the decoder's 2 MB are loaded for this alone.
 * @throws when the file is broken or the signal aborts.
 */
export async function decodeHeic(file: Blob, signal: AbortSignal): Promise<ImageBitmap> {
  signal.throwIfAborted();
  const worker = startWorker(workerUrl);
  try {
    return await askWorker(worker, { file }, { signal });
  } finally {
    worker.terminate();
  }
}
