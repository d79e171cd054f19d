import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { findCode, findSmallCode } from '../../src/gateway/services/ocr/find-code.ts';
import { openGrey } from '../../src/gateway/services/ocr/grey-picture.ts';
import { blackOnWhite } from '../../src/gateway/services/ocr/paper-box.ts';
import { readFixtures } from '../support/receipts/read-fixtures.ts';

const withCode = readFixtures().filter(
  ({ file, server, device }) =>
    server?.number &&
    device.state === 'read' &&
    !file.endsWith('.pdf') &&
    file !== 'without-qr.jpg',
);

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
