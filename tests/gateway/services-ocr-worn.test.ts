import { expect, it } from 'vitest';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { WornCount, wornCorpus } from '../support/receipts/worn/worn-corpus.ts';
import { wornReceipt } from '../support/receipts/worn/worn-receipt.ts';

const patient = AbortSignal.timeout(300_000);

/** One for all: the bench reads a receipt of each wear, with and without a code, by both engines. */
it('a narrow receipt with faint print and no code is read whole', async () => {
  const ocr = openOcr({ maxProcesses: 1, readingMs: 120_000 });
  const order = wornCorpus(3, false).at(-1);
  if (order?.wear !== 'faded') throw new Error(`Another wear: ${order?.wear}`);
  const { bytes, expected } = await wornReceipt(order);
  const count = new WornCount();
  count.add(await ocr.read(bytes, 'image/jpeg', patient), expected);
  await ocr.close();
  for (const [field, tally] of count.fields) {
    expect(tally, field).toEqual({ right: 1, wrong: 0, none: 0 });
  }
}, 300_000);
