import { expect, it } from 'vitest';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import type { OcrEngine } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { WornCount, wornCorpus } from '../support/receipts/worn/worn-corpus.ts';
import { wornReceipt } from '../support/receipts/worn/worn-receipt.ts';

const patient = AbortSignal.timeout(900_000);

/**
 * A worn receipt or two for each reader and way of reading, by their place in the corpus: pale and
 * narrow, held in a hand, fresh. The bench reads one of each wear, with both engines. A machine
 * without the command reads with the engine of the packages each time, which reads these as well.
 */
const cases: [engine: OcrEngine, kind: string, places: number[]][] = [
  ['command', 'without a code', [2, 4]],
  ['command', 'with a code', [2]],
  ['javascript', 'without a code', [0]],
];

it.each(cases)(
  'by %s, %s: worn receipts %j',
  async (engine, kind, places) => {
    const ocr = openOcr({
      engine,
      processes: 2,
      queue: 12,
      readingMs: 120_000,
      waitingMs: 600_000,
    });
    const count = new WornCount();
    const corpus = wornCorpus(Math.max(...places) + 1, kind === 'with a code');
    await Promise.all(
      corpus
        .filter((_, place) => places.includes(place))
        .map(async (order) => {
          const { bytes, expected } = await wornReceipt(order);
          count.add(await ocr.read(bytes, 'image/jpeg', patient), expected);
        }),
    );
    await ocr.close();
    for (const [field, tally] of count.fields) {
      expect(tally, field).toEqual({ right: places.length, wrong: 0, none: 0 });
    }
  },
  600_000,
);
