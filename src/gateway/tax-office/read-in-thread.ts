import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { decodePage } from './page-text.ts';
import type { OfficePage } from './read-page.ts';

/** A receipt takes 0.1 s to read; a page built to take long is given up. */
const timeLimitMs = 8_000;

/** Reads in a thread, which a page that fills the memory ends alone. @returns null if unreadable */
export function readInThread(bytes: Uint8Array, limitMs = timeLimitMs): Promise<OfficePage | null> {
  return new Promise((done) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: bytes,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const limit = setTimeout(() => finish(null), limitMs);
    const finish = (page: OfficePage | null) => {
      clearTimeout(limit);
      void worker.terminate();
      done(page);
    };
    worker.once('message', finish).once('error', () => finish(null));
    worker.once('exit', () => finish(null));
  });
}

if (!isMainThread && workerData instanceof Uint8Array) {
  // Loaded here alone, so that the parser takes no memory of the main thread.
  const { readPage } = await import('./read-page.ts');
  parentPort?.postMessage(readPage(decodePage(workerData)));
}
