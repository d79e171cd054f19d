import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { decodePage } from './page-text.ts';
import type { OfficePage } from './read-page.ts';

/** A page of a receipt takes a tenth of a second; one that was made to last is left unread. */
const timeLimitMs = 8_000;

/** A page that never ends or fills the memory stops nothing else. @returns null when unreadable */
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
  // Loaded here alone: the parser is no part of the gateway's own memory.
  const { readPage } = await import('./read-page.ts');
  parentPort?.postMessage(readPage(decodePage(workerData)));
}
