import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import {
  type DrawingRequest,
  nothingRead,
  type OcrAnswer,
  type OcrEngine,
  type OcrFileType,
  type ReadingReport,
  type ReadingRequest,
  type TableAnswer,
} from './ocr-answer.ts';
import { readPhoto } from './read-photo.ts';
import { nativeRecogniser, type Reading, type Recogniser } from './recogniser.ts';

sharp.concurrency(1);
sharp.cache(false);

// Without the gateway this process has to end; the engine's thread would keep it alive.
process.on('disconnect', () => process.exit());

/** A PDF of 2 kB may unfold to gigabytes outside of the heap; the largest picture takes 600 MB. */
const maxMemoryBytes = 1_000_000_000;

// In a thread of its own, because a reading keeps the main one busy for seconds.
new Worker(
  `setInterval(() => {
    if (process.memoryUsage.rss() > ${maxMemoryBytes}) process.kill(process.pid, 'SIGKILL');
  }, 50)`,
  { eval: true },
).unref();

const waitingRequests = new Map<number, (table: string) => void>();
let pictures = 0;

const report = (what: ReadingReport) => process.send?.(what);

const byCommand = nativeRecogniser(
  (request) =>
    new Promise((resolve) => {
      pictures += 1;
      waitingRequests.set(pictures, resolve);
      report({ kind: 'picture', pictureNumber: pictures, ...request });
    }),
);

process.on('message', async (message: ReadingRequest | DrawingRequest | TableAnswer) => {
  if ('table' in message) {
    waitingRequests.get(message.pictureNumber)?.(message.table);
    waitingRequests.delete(message.pictureNumber);
    return;
  }
  if ('pdf' in message) {
    const { drawPagesOfPdf } = await import('./draw-and-read-pdf.ts');
    for await (const { page, pageCount } of drawPagesOfPdf(message.pdf)) {
      report({ kind: 'page', page: new Uint8Array(page), pageCount });
    }
    report({ kind: 'answer', answer: nothingRead, final: true });
    return;
  }
  const { file, type, engine } = message;
  const reading = readPictureOrPdf(file, type, {
    recognise: await recogniserOf(engine),
    onProgress: (soFar) => report({ kind: 'answer', answer: soFar, final: false }),
  });
  report({ kind: 'answer', answer: await reading, final: true });
});

async function recogniserOf(engine: OcrEngine): Promise<Recogniser> {
  if (engine === 'command') return byCommand;
  const { recogniseInJavaScript } = await import('./recogniser-javascript.ts');
  return recogniseInJavaScript;
}

async function readPictureOrPdf(
  file: Uint8Array,
  type: OcrFileType,
  reading: Reading,
): Promise<OcrAnswer> {
  if (type !== 'application/pdf') return readPhoto(file, reading);
  const { readReceiptPdf } = await import('./draw-and-read-pdf.ts');
  return readReceiptPdf(file, reading);
}
