import { readAccessKey } from '../rules/access-key.ts';
import { type ReceiptCode, receiptFromQr } from '../rules/receipt-qr.ts';
import { readCodes } from './codes.ts';
import { longSide, pixelsOf, wholeOf } from './picture-pixels.ts';

export type FoundCode = ReceiptCode & { source: 'qr' | 'bar-code' };

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
export async function findReceiptCode(picture: ImageBitmap): Promise<FoundCode | null> {
  const whole = wholeOf(picture);
  for (const { side, formats } of searches) {
    const pixels = pixelsOf(picture, whole, Math.min(side, longSide(whole)));
    const found = await readCodes(pixels, [...formats], receiptCode);
    if (found) return found;
  }
  for (const across of windowStarts) {
    for (const down of windowStarts) {
      const area = {
        left: across * picture.width,
        top: down * picture.height,
        width: windowShare * picture.width,
        height: windowShare * picture.height,
      };
      const longest = Math.min(windowSide, 2 * longSide(area));
      const found = await readCodes(pixelsOf(picture, area, longest), ['QRCode'], receiptCode);
      if (found) return found;
    }
  }
  return null;
}

function receiptCode(text: string, format: string): FoundCode | null {
  if (format !== 'Code128') {
    const receipt = receiptFromQr(text);
    return receipt && { ...receipt, source: 'qr' };
  }
  const accessKey = readAccessKey(text);
  return (
    accessKey && {
      accessKey,
      purchaseDate: null,
      total: null,
      environment: 'production',
      source: 'bar-code',
    }
  );
}
