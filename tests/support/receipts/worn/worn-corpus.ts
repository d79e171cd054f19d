import type { OcrAnswer } from '../../../../src/gateway/services/ocr/ocr-answer.ts';
import { seededRandom } from '../random.ts';
import { fictionalCnpj } from '../receipt-key.ts';
import { type WornOrder, type WornReceipt, wears } from './worn-receipt.ts';

const papers = ['classic', 'beside', 'narrow', 'terse', 'sat'] as const;

/** Orders for `count` different receipts: every wear in turn, each time with another till's layout. */
export function wornCorpus(count: number, withQr: boolean, firstSeed = 0): WornOrder[] {
  return Array.from({ length: count }, (_, index) => {
    const seed = firstSeed + index;
    const random = seededRandom(seed * 31);
    const wear = wears[seed % wears.length] ?? 'fresh';
    const paper = papers[(Math.floor(seed / wears.length) + seed) % papers.length] ?? 'classic';
    return {
      seed,
      wear,
      layout: wear === 'screenshot' || wear === 'dark-screen' ? 'portal' : paper,
      withQr,
      cnpj: fictionalCnpj(random),
      issuedAt: new Date(
        Date.UTC(2026, random.between(8, 10), random.between(1, 28), random.between(12, 22), 31, 7),
      ),
      total: random.between(1000, 50_000),
      state: random.pick(['PR', 'SC', 'RS'] as const),
      qr: random.pick(['v2-online', 'v3-online'] as const),
    };
  });
}

const wornFields = ['key', 'CNPJ', 'day', 'time', 'total'] as const;

interface WornTally {
  right: number;
  wrong: number;
  none: number;
}

/** Counts, per field, what readings of worn receipts got right. */
export class WornCount {
  readonly fields = new Map(
    wornFields.map((field) => [field, { right: 0, wrong: 0, none: 0 } as WornTally]),
  );

  add(answer: OcrAnswer, { key, cnpj, day, time, total }: WornReceipt['expected']): void {
    this.#add('key', answer.number, key);
    this.#add('CNPJ', answer.cnpj, cnpj);
    this.#add('day', answer.issueDate, day);
    this.#add('time', answer.purchaseTime, time);
    this.#add('total', answer.total, total);
  }

  #add<Value>(field: (typeof wornFields)[number], read: Value | null, printed: Value): void {
    const tally = this.fields.get(field);
    if (!tally) return;
    if (read === null) tally.none += 1;
    else if (read === printed) tally.right += 1;
    else tally.wrong += 1;
  }
}
