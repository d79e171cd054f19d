/** The process that opens strangers' files. */
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import type { OcrAnswer, ReadingReport, ReadingRequest } from './ocr-answer.ts';
import { readFile } from './read-file.ts';

sharp.concurrency(1);
sharp.cache(false);

// The engine's thread would keep an orphan alive.
process.on('disconnect', () => process.exit());

// A PDF of 2 kB may unfold to gigabytes, which lie outside the heap that Node bounds.
new Worker(new URL('./memory-guard.ts', import.meta.url)).unref();

process.on('message', async ({ file, type }: ReadingRequest) => {
  const report = (answer: OcrAnswer, final: boolean) =>
    process.send?.({ answer, final } satisfies ReadingReport);
  report(await readFile(file, type, (soFar) => report(soFar, false)), true);
});
