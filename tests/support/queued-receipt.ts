import type { StoredReceipt } from '../../src/features/receipts/receipt-storage.ts';
import { dayInSaoPaulo, formatDate } from '../../src/rules/dates.ts';
import { newAccessKey, shopCnpj, smallPicture } from './receipt-body.ts';

const picture = Buffer.from(await smallPicture(), 'base64');

/** What a device keeps of a receipt of today, all valid; another one at each call. */
export function queuedReceipt(
  owner: string,
  now: Date,
  changes: Partial<StoredReceipt['content']> = {},
): StoredReceipt {
  const purchaseDate = dayInSaoPaulo(now);
  const identifier = changes.identifier ?? newAccessKey(purchaseDate);
  return {
    version: 1,
    id: `guardada-${identifier}`,
    owner,
    keptAt: now.getTime(),
    idempotencyKey: `chave-${identifier}`,
    content: {
      identifier,
      cnpj: shopCnpj,
      purchaseDate,
      totalAmount: 25.9,
      products: [{ quantity: 1, unitaryValue: 25.9, campaignProductId: 1 }],
      additionalFields: [],
      ...changes,
    },
    values: {
      identifier,
      cnpj: shopCnpj,
      purchaseDate: formatDate(purchaseDate),
      totalAmount: '25,90',
      accelerator: 'no',
    },
    file: { name: 'nota.png', type: 'image/png', bytes: new Uint8Array(picture).buffer },
    refusal: null,
  };
}
