/** The process that opens strangers' files. */
import sharp from 'sharp';
import type { OcrAnswer, ReadingReport, ReadingRequest } from './ocr-answer.ts';
import { readFile } from './read-file.ts';

sharp.concurrency(1);
sharp.cache(false);

// The engine's thread would keep an orphan alive.
process.on('disconnect', () => process.exit());

process.on('message', async ({ file, type }: ReadingRequest) => {
  const report = (answer: OcrAnswer, final: boolean) =>
    process.send?.({ answer, final } satisfies ReadingReport);
  report(await readFile(file, type, (soFar) => report(soFar, false)), true);
});
