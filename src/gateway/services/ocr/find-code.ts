import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Position,
  prepareZXingModule,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader';
import { readAccessKey } from '../../../rules/access-key.ts';
import { type ReceiptCode, receiptFromQr } from '../../../rules/receipt-qr.ts';
import { cut, type GreyPicture, scaledTo } from './grey-picture.ts';

export interface FoundCode extends ReceiptCode {
  /** Corners of the QR code in the picture, in the code's own order; null for a bar code. */
  corners: Position | null;
}

const wasmFile = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasmFile)).buffer } });

const options = { tryHarder: true, tryDenoise: true, tryInvert: false } as const;

/** Long sides, in pixels, at which the whole picture is searched; measured in this order. */
const searches = [
  { side: 1600, formats: ['QRCode'] },
  { side: 2600, formats: ['QRCode', 'Code128'] },
  { side: 1000, formats: ['QRCode'] },
] as const;

/** Corners of nine overlapping windows of 40 % of each side, for a receipt far away. */
const windowStarts = [0, 0.3, 0.6];
const windowShare = 0.4;
const windowSide = 2600;

/** Looks for the receipt's QR code or, on an NF-e, its CODE-128 bar code. */
export async function findCode(picture: GreyPicture): Promise<FoundCode | null> {
  const long = Math.max(picture.width, picture.height);
  for (const { side, formats } of searches) {
    const seen = await scaledTo(picture, Math.min(side, long));
    const found = await codeIn(seen, [...formats]);
    if (found) return moved(found, seen.width / picture.width, 0, 0);
  }
  for (const across of windowStarts) {
    for (const down of windowStarts) {
      const area = {
        left: Math.floor(across * picture.width),
        top: Math.floor(down * picture.height),
        width: Math.floor(windowShare * picture.width),
        height: Math.floor(windowShare * picture.height),
      };
      const side = Math.min(windowSide, 2 * Math.max(area.width, area.height));
      const seen = await scaledTo(await cut(picture, area), side);
      const found = await codeIn(seen, ['QRCode']);
      if (found) return moved(found, seen.width / area.width, area.left, area.top);
    }
  }
  return null;
}

async function codeIn(
  picture: GreyPicture,
  formats: ('QRCode' | 'Code128')[],
): Promise<FoundCode | null> {
  const pixels = coloured(picture);
  // One code is found in half the time of all: look for others only when it is not a receipt's.
  for (const maxNumberOfSymbols of [1, 16]) {
    const codes = await readBarcodes(pixels, { ...options, formats, maxNumberOfSymbols });
    const [found] = codes.flatMap((code) => receiptOf(code) ?? []);
    if (found) return found;
    if (codes.length === 0) return null;
  }
  return null;
}

function receiptOf({ text, format, position }: ReadResult): FoundCode | null {
  if (format !== 'Code128') {
    const receipt = receiptFromQr(text);
    return receipt && { ...receipt, corners: position };
  }
  const accessKey = readAccessKey(text);
  const unread = { purchaseDate: null, total: null, environment: 'production' } as const;
  return accessKey && { accessKey, ...unread, corners: null };
}

/** The four bytes a pixel that the code reader takes. */
function coloured({ data, width, height }: GreyPicture): ImageData {
  const colours = new Uint8ClampedArray(data.length * 4).fill(255);
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    colours.fill(data[pixel] ?? 255, pixel * 4, pixel * 4 + 3);
  }
  return { data: colours, width, height, colorSpace: 'srgb' } as ImageData;
}

/** Corners seen in a scaled window, as they lie in the whole picture. */
function moved(found: FoundCode, scale: number, left: number, top: number): FoundCode {
  const back = ({ x, y }: { x: number; y: number }) => ({
    x: x / scale + left,
    y: y / scale + top,
  });
  const { corners } = found;
  return {
    ...found,
    corners: corners && {
      topLeft: back(corners.topLeft),
      topRight: back(corners.topRight),
      bottomRight: back(corners.bottomRight),
      bottomLeft: back(corners.bottomLeft),
    },
  };
}
