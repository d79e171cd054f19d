import { describe, expect, it } from 'vitest';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { WornCount, wornCorpus } from '../support/receipts/worn/worn-corpus.ts';
import { wornReceipt } from '../support/receipts/worn/worn-receipt.ts';

const patient = AbortSignal.timeout(900_000);

/**
 * Of twelve receipts, one of each wear: how many have to be read right. None may be read wrong. A
 * machine without the command reads both times with the engine of the packages.
 */
const floors = {
  'with a code': { key: 11, CNPJ: 11, day: 11, time: 8, total: 10 },
  'without a code': { key: 9, CNPJ: 9, day: 11, time: 9, total: 9 },
};

describe.each(['command', 'javascript'] as const)('worn receipts, by the engine: %s', (engine) => {
  it.each(['with a code', 'without a code'] as const)(
    '%s',
    async (kind) => {
      const ocr = openOcr({ engine, processes: 2, queue: 12, reading: 120_000, waiting: 600_000 });
      const count = new WornCount();
      await Promise.all(
        wornCorpus(12, kind === 'with a code').map(async (order) => {
          const { bytes, expected } = await wornReceipt(order);
          const type = order.wear === 'screenshot' ? 'image/png' : 'image/jpeg';
          count.add(await ocr.read(bytes, type, patient), expected);
        }),
      );
      await ocr.close();
      for (const [field, { right, wrong }] of count.fields) {
        expect(right, `${field} read right`).toBeGreaterThanOrEqual(floors[kind][field]);
        expect(wrong, `${field} read wrong`).toBe(0);
      }
    },
    600_000,
  );
});
