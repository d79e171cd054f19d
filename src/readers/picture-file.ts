import workerUrl from './heic.worker.ts?worker&url';
import { askWorker, startWorker } from './workers.ts';

/** Camera data stands before the picture's own segments, in the first 64 KB or so. */
const searchedBytes = 128 * 1024;

/** EXIF data: place, camera, or a rotation that is still to be made. */
export async function hasMetadata(file: Blob): Promise<boolean> {
  const beginning = await file.slice(0, searchedBytes).arrayBuffer();
  const text = new TextDecoder('latin1').decode(beginning);
  return text.includes('Exif\0\0') || text.includes('eXIf');
}

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
