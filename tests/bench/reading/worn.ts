import { openOcr } from '../../../src/gateway/services/ocr/ocr.ts';
import type { OcrFileType } from '../../../src/gateway/services/ocr/ocr-answer.ts';
import { WornCount, wornCorpus } from '../../support/receipts/worn/worn-corpus.ts';
import { type WornReceipt, wears, wornReceipt } from '../../support/receipts/worn/worn-receipt.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';

/** Every wear twice, of those that show a code and of those that show none. */
const receipts = 2 * wears.length;

/** How many worn receipts each engine of the gateway reads right, and how long that takes. */
export async function measureWornReceipts(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const withQr of [true, false]) {
    const corpus: WornReceipt[] = [];
    for (const order of wornCorpus(receipts, withQr)) corpus.push(await wornReceipt(order));
    for (const engine of ['command', 'javascript'] as const) {
      figures.push(...(await readBy(engine, corpus, withQr ? 'with a code' : 'without a code')));
    }
  }
  return figures;
}

async function readBy(
  engine: 'command' | 'javascript',
  corpus: readonly WornReceipt[],
  kind: string,
): Promise<Figure[]> {
  const ocr = openOcr({ engine, maxProcesses: 1, readingMs: 60_000 });
  const count = new WornCount();
  const times: number[] = [];
  try {
    for (const { bytes, expected } of corpus) {
      const started = performance.now();
      const answer = await ocr.read(bytes, typeOf(bytes), AbortSignal.timeout(60_000));
      times.push(performance.now() - started);
      count.add(answer, expected);
    }
  } finally {
    await ocr.close();
  }
  const reader = engine === 'command' ? 'tesseract' : 'tesseract.js';
  const how = `${corpus.length} worn receipts, one after the other`;
  const figure = (what: string, unit: string, value: number): Figure => ({
    area: 'Reading',
    name: `${kind}, by ${reader}: ${what}`,
    value: rounded(value, 1),
    unit,
    how,
  });
  return [
    ...[...count.fields].flatMap(([field, { right, wrong }]) => [
      figure(`${field} right`, '%', (100 * right) / corpus.length),
      figure(`${field} wrong`, '', wrong),
    ]),
    figure('median', 'ms', median(times)),
    figure('slowest', 'ms', Math.max(...times)),
  ];
}

function typeOf(bytes: Uint8Array): OcrFileType {
  return bytes[0] === 0x89 ? 'image/png' : bytes[0] === 0x25 ? 'application/pdf' : 'image/jpeg';
}
