import { expect, it } from 'vitest';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import type { OcrEngine } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { WornCount, wornCorpus, type wornFields } from '../support/receipts/worn/worn-corpus.ts';
import { wornReceipt } from '../support/receipts/worn/worn-receipt.ts';

const patient = AbortSignal.timeout(900_000);

/** How many of the receipts have to be read right, field by field. None may be read wrong. */
type Floors = Record<(typeof wornFields)[number], number>;

/**
 * A few receipts, mostly those whose print is all there is; the bench reads one of each wear, with
 * both engines. A machine without the command reads with the engine of the packages each time.
 */
const cases: [engine: OcrEngine, kind: string, receipts: number, floors: Floors][] = [
  ['command', 'without a code', 6, { key: 5, CNPJ: 5, day: 5, time: 4, total: 4 }],
  ['command', 'with a code', 3, { key: 2, CNPJ: 2, day: 3, time: 1, total: 2 }],
  ['javascript', 'without a code', 3, { key: 2, CNPJ: 3, day: 3, time: 3, total: 2 }],
];

it.each(cases)(
  'by %s, %s: %i worn receipts',
  async (engine, kind, receipts, floors) => {
    const ocr = openOcr({ engine, processes: 2, queue: 12, reading: 120_000, waiting: 600_000 });
    const count = new WornCount();
    await Promise.all(
      wornCorpus(receipts, kind === 'with a code').map(async (order) => {
        const { bytes, expected } = await wornReceipt(order);
        const type = order.wear === 'screenshot' ? 'image/png' : 'image/jpeg';
        count.add(await ocr.read(bytes, type, patient), expected);
      }),
    );
    await ocr.close();
    for (const [field, { right, wrong }] of count.fields) {
      expect(right, `${field} read right`).toBeGreaterThanOrEqual(floors[field]);
      expect(wrong, `${field} read wrong`).toBe(0);
    }
  },
  600_000,
);
