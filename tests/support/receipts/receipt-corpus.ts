import { pictureConditions } from './conditions.ts';
import { seededRandom } from './random.ts';
import { fictionalCnpj } from './receipt-key.ts';
import type { ReceiptPicture } from './render-receipt.ts';

/** Orders for `count` different pictures: every condition in turn, every kind of QR code. */
export function receiptCorpus(count: number, issuedAt: Date): ReceiptPicture[] {
  return Array.from({ length: count }, (_, position) => {
    const seed = 1000 + position;
    const random = seededRandom(seed);
    return {
      seed,
      issuedAt,
      format: 'jpeg',
      condition: pictureConditions[position % pictureConditions.length] ?? 'straight',
      cnpj: fictionalCnpj(random, random.next() < 0.25),
      state: random.pick(['PR', 'SC', 'RS'] as const),
      total: random.between(1000, 50_000),
      qr: random.pick(['v2-online', 'v2-online', 'v3-online', 'v2-offline', 'v3-offline'] as const),
    };
  });
}
