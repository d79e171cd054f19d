import sharp from 'sharp';
import type { ReceiptBody } from '../../src/contract/receipts.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { receiptKey, withCheckDigit } from './receipts/receipt-key.ts';

/** A shop, another branch of its company, and a shop of another one, with valid CNPJs. */
export const shopCnpj = withCheckDigit(withCheckDigit('112223330001'));
export const branchCnpj = withCheckDigit(withCheckDigit('112223330002'));
export const otherCnpj = withCheckDigit(withCheckDigit('334445550001'));

let receipts = 0;

/** The access key of a receipt that was not sent before. */
export function newAccessKey(day: string): string {
  receipts += 1;
  const code = String(20_000_000 + receipts);
  return receiptKey({
    state: 'PR',
    day,
    cnpj: shopCnpj,
    series: 1,
    number: receipts,
    offline: false,
    code,
  });
}

/** A picture of nothing, as base64. */
export async function smallPicture(
  format: 'png' | 'jpeg' = 'png',
  size: { width: number; height: number } = { width: 24, height: 32 },
): Promise<string> {
  const picture = sharp({ create: { ...size, channels: 3, background: '#ddd' } });
  return (await picture.toFormat(format).toBuffer()).toString('base64');
}

const picture = await smallPicture();

/** A picture not sent before: bytes after a PNG's end change the file, not the picture. */
export function newPicture(): string {
  receipts += 1;
  const file = Buffer.concat([Buffer.from(picture, 'base64'), Buffer.from(` ${receipts}`)]);
  return file.toString('base64');
}

/** What the page sends for a new receipt of today, all valid: R$ 25,90 without the accelerator. */
export function receiptBody(
  sender: { consumer: { document: string } },
  now: Date,
  overrides: Partial<ReceiptBody> = {},
): ReceiptBody {
  const purchaseDate = overrides.purchaseDate ?? dayInSaoPaulo(now);
  const totalAmount = overrides.totalAmount ?? 25.9;
  return {
    identifier: newAccessKey(purchaseDate),
    cnpj: shopCnpj,
    totalAmount,
    customerDocument: sender.consumer.document,
    purchaseDate,
    imageBase64: newPicture(),
    recaptchaToken: 'error',
    products: [{ quantity: 1, unitaryValue: totalAmount, campaignProductId: 1 }],
    ...overrides,
  };
}

/** The lines of a purchase with the accelerator product. */
export function acceleratedProducts(totalAmount: number): ReceiptBody['products'] {
  return [
    {
      quantity: 1,
      unitaryValue: Math.round(totalAmount * 100 - 10) / 100,
      campaignProductId: 1,
    },
    { quantity: 1, unitaryValue: 0.1, campaignProductId: 2 },
  ];
}
