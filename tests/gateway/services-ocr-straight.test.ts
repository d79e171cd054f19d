import sharp from 'sharp';
import { expect, it } from 'vitest';
import { flatPaper } from '../../src/gateway/services/ocr/flat-paper.ts';
import { cut, type GreyPicture, openGrey } from '../../src/gateway/services/ocr/grey-picture.ts';
import { nothingRead } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { blackOnWhite } from '../../src/gateway/services/ocr/paper-box.ts';
import { readPhoto } from '../../src/gateway/services/ocr/read-photo.ts';
import type { Recogniser, Recognition } from '../../src/gateway/services/ocr/recogniser.ts';
import { recogniseInJavaScript } from '../../src/gateway/services/ocr/recogniser-javascript.ts';
import { straightPaper } from '../../src/gateway/services/ocr/straight-paper.ts';
import { wornCorpus } from '../support/receipts/worn/worn-corpus.ts';
import { type Wear, wears, wornReceipt } from '../support/receipts/worn/worn-receipt.ts';

const orders = wornCorpus(wears.length, false);

const photos = new Map<Wear, Promise<GreyPicture>>();

/** Taken once for all tests: to print, wear and photograph a receipt costs more than they do. */
function photoOf(wear: Wear): Promise<GreyPicture> {
  const taken = photos.get(wear) ?? takePhoto(wear);
  photos.set(wear, taken);
  return taken;
}

async function takePhoto(wear: Wear): Promise<GreyPicture> {
  const order = orders.find((one) => one.wear === wear);
  if (!order) throw new Error(`No ${wear} receipt`);
  return openGrey((await wornReceipt(order)).bytes, 4000);
}

it.each<[wear: Wear, isNegative: boolean]>([
  ['dark-screen', true],
  ['screenshot', false],
  ['night', false],
  ['far', false],
  ['shadow', false],
])('a picture of kind %s is made black on white: %s', async (wear, isNegative) => {
  const picture = await photoOf(wear);
  expect((await blackOnWhite(picture)) !== picture).toBe(isNegative);
});

it('a paper seen from its side is laid flat up to its corners, and others stay as they are', async () => {
  for (const wear of ['fresh', 'hand', 'far', 'screenshot'] as const) {
    expect(await flatPaper(await photoOf(wear)), wear).toBeNull();
  }
  const seen = await photoOf('perspective');
  const flat = await flatPaper(seen);
  if (!flat) throw new Error('Not laid flat');
  const cornersOf = ({ data, width, height }: GreyPicture) =>
    [0.04, 0.96].flatMap((down) =>
      [0.04, 0.96].map(
        (across) => data[Math.round(down * height) * width + Math.round(across * width)],
      ),
    );
  expect(Math.min(...cornersOf(seen).map(Number))).toBeLessThan(100);
  expect(Math.min(...cornersOf(flat).map(Number))).toBeGreaterThan(130);
});

it.each<[wear: Wear, most: number]>([
  ['faded', 1],
  ['upside-down', 2],
])(
  'a %s receipt is turned upright after %i looks at a strip of it',
  async (wear, most) => {
    const looks: Recognition[] = [];
    const page = await straightPaper(await photoOf(wear), (picture, how = {}) => {
      looks.push(how);
      return recogniseInJavaScript(picture, how);
    });
    expect(looks).toHaveLength(most);
    const { width, height } = page;
    const head = await cut(page, { left: 0, top: 0, width, height: Math.round(height / 3) });
    const { lines } = await recogniseInJavaScript(head);
    expect(lines.map(({ text }) => text).join('\n')).toMatch(/PALMEIRAS/);
  },
  60_000,
);

it('a receipt is turned upright by its lines, not by a code that cannot be read', async () => {
  const crumpled = wornCorpus(20, true).at(-1);
  if (crumpled?.wear !== 'crumpled') throw new Error('Another wear');
  const strips: string[] = [];
  const recognise: Recogniser = async (picture, how) => {
    const read = await recogniseInJavaScript(picture, how);
    strips.push(read.lines.map(({ text }) => text).join('\n'));
    return read;
  };
  const photo = await openGrey((await wornReceipt(crumpled)).bytes, 4000);
  const { width, height } = await straightPaper(photo, recognise);
  expect(height).toBeGreaterThan(width);
  expect(strips).toEqual([expect.stringContaining('NFC-e nº'), expect.anything()]);
}, 60_000);

it.each([
  [24, 32],
  [12, 12_000],
])('a picture of %i by %i pixels holds no print, and none is looked for', async (width, height) => {
  const plain = sharp({ create: { width, height, channels: 3, background: '#ddd' } });
  let looks = 0;
  const recognise: Recogniser = async () => {
    looks += 1;
    return { lines: [], confidence: 0 };
  };
  const answer = await readPhoto(await plain.png().toBuffer(), { recognise, onProgress: () => {} });
  expect([answer, looks]).toEqual([nothingRead, 0]);
});
