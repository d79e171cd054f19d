import { expect, it } from 'vitest';
import { openGrey } from '../../src/gateway/services/ocr/grey-picture.ts';
import type { Recognition } from '../../src/gateway/services/ocr/recogniser.ts';
import { recogniseInJavaScript } from '../../src/gateway/services/ocr/recogniser-javascript.ts';
import { straightPaper } from '../../src/gateway/services/ocr/straight-paper.ts';
import { wornCorpus } from '../support/receipts/worn/worn-corpus.ts';
import { type Wear, wornReceipt } from '../support/receipts/worn/worn-receipt.ts';

const orders = wornCorpus(12, false);

it.each<[wear: Wear, most: number]>([
  ['fresh', 1],
  ['faded', 1],
  ['upside-down', 2],
])(
  'which way a %s receipt is up takes %i looks at a strip of it',
  async (wear, most) => {
    const order = orders.find((one) => one.wear === wear);
    if (!order) throw new Error(`No ${wear} receipt`);
    const { bytes } = await wornReceipt(order);
    const looks: Recognition[] = [];
    const page = await straightPaper(await openGrey(bytes, 4000), (picture, how = {}) => {
      looks.push(how);
      return recogniseInJavaScript(picture, how);
    });
    expect(looks).toHaveLength(most);
    const { lines } = await recogniseInJavaScript(page);
    expect(lines.map(({ text }) => text).join('\n')).toMatch(/PALMEIRAS/);
  },
  60_000,
);
