import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { findCode, findSmallCode } from '../../src/gateway/services/ocr/find-code.ts';
import { openGrey } from '../../src/gateway/services/ocr/grey-picture.ts';
import { nothingRead } from '../../src/gateway/services/ocr/ocr-answer.ts';
import { blackOnWhite } from '../../src/gateway/services/ocr/paper-box.ts';
import { readPhoto } from '../../src/gateway/services/ocr/read-photo.ts';
import { drawScene, inCorner } from '../support/camera-video.ts';
import { drawSatHalves } from '../support/receipts/danfe.ts';
import { qrPicture } from '../support/receipts/qr-picture.ts';
import { fixturesForServer } from '../support/receipts/read-fixtures.ts';
import { receiptFacts } from '../support/receipts/receipt-facts.ts';
import { withCheckDigit } from '../support/receipts/receipt-key.ts';

/** In the others the whole reading finds it. */
const withCode = fixturesForServer().codeAlone.filter(({ file }) => file !== 'without-qr.jpg');

/** The number in a picture's code, as the reading process looks for it. */
async function numberIn(file: Uint8Array): Promise<string | undefined> {
  const picture = await blackOnWhite(await openGrey(file, 4000));
  const code = (await findCode(picture)) ?? (await findSmallCode(picture));
  return code?.accessKey.key;
}

it.each(withCode)('the code in $file is found', async ({ bytes, server }) => {
  expect(await numberIn(bytes)).toBe(server?.number);
});

it.each<[string, (straight: Sharp) => Sharp]>([
  ['in the four colours of print', (straight) => straight.toColourspace('cmyk').jpeg()],
  ['of a transparent screen', (straight) => straight.ensureAlpha().png()],
  ['with another orientation in its EXIF', lyingOnItsSide],
  ['of 10 MB', (straight) => straight.resize({ width: 3400 }).jpeg({ quality: 100 })],
])('the code in a picture %s is found', async (_name, change) => {
  const straight = withCode.find(({ file }) => file === 'straight.jpg');
  const bytes = await change(sharp(straight?.bytes)).toBuffer();
  expect(await numberIn(bytes)).toBe(straight?.server?.number);
});

function lyingOnItsSide(straight: Sharp): Sharp {
  return straight.rotate(-90).withMetadata({ orientation: 6 }).jpeg();
}

it('a picture of two receipts is not used, one that shows a code twice is', async () => {
  const codes = [1, 2].map((seed) =>
    receiptFacts({
      cnpj: '11222333000181',
      issuedAt: new Date('2026-10-10T12:00:00-03:00'),
      total: 5490,
      state: 'PR',
      qr: 'v2-offline',
      seed,
    }),
  );
  const sceneOf = (...qrs: (string | undefined)[]) =>
    drawScene(qrs.filter((qr) => qr !== undefined));
  const answerTo = (scene: Uint8Array) => {
    const recognise = async () => ({ lines: [], confidence: 0 });
    return readPhoto(scene, { recognise, onProgress: () => {} });
  };
  const [mine, other] = codes;
  const both = await sceneOf(mine?.qr, other?.qr);
  const twice = await sceneOf(mine?.qr, mine?.qr);
  const read = { number: mine?.key, total: 5490 };
  expect(await answerTo(both)).toEqual(nothingRead);
  expect(await answerTo(twice)).toMatchObject(read);
  // In the first look at all of it one is barely read; the other size needs a look at the corner.
  expect(await answerTo(await inCorner(both, 560))).toEqual(nothingRead);
  expect(await answerTo(await inCorner(twice, 560))).toMatchObject(read);
  expect(await answerTo(await inCorner(both, 320))).toEqual(nothingRead);
});

it('no print is looked for around a code that stands alone', async () => {
  const facts = receiptFacts({
    cnpj: '11222333000181',
    issuedAt: new Date('2026-10-10T12:00:00-03:00'),
    total: 5490,
    state: 'PR',
    qr: 'v3-online',
    seed: 3,
  });
  const picture = Buffer.from(await qrPicture(facts.qr), 'base64');
  const recognise = async () => expect.fail('The print was looked for');
  expect(await readPhoto(picture, { recognise, onProgress: () => {} })).toMatchObject({
    number: facts.key,
    issueDate: null,
  });
});

it('the code of a SAT gives the whole answer without its print', async () => {
  const key = withCheckDigit('3524110000000000019159000123456007890654321');
  const scene = await drawScene([`${key}|20241105103000|55.10|11144477735|c2lnbmF0dXJl`]);
  const recognise = async () => expect.fail('The print was read');
  expect(await readPhoto(scene, { recognise, onProgress: () => {} })).toEqual({
    number: key,
    cnpj: '00000000000191',
    issueDate: '2024-11-05',
    purchaseTime: '10:30:00',
    total: 5510,
    qrParameters: null,
  });
});

it('the two halves of a SAT’s key are joined, small in a large picture too', async () => {
  const sat = withCheckDigit('3524110000000000019159000123456007890654321');
  const halves = await drawSatHalves(sat);
  const foot = await sharp(halves).resize({ width: 1200 }).toBuffer();
  const white = { width: 2400, height: 4000, channels: 3, background: '#fff' } as const;
  const page = sharp({ create: white }).composite([{ input: foot, left: 200, top: 3000 }]);
  expect(await numberIn(halves)).toBe(sat);
  expect(await numberIn(await page.jpeg().toBuffer())).toBe(sat);
});
