import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { products19 } from '../../../../src/campaign/19/products-and-prizes.ts';
import {
  gtinOf,
  hasAccelerator,
  holdsNoPromoted,
  promotedAmong,
} from '../../../../src/rules/receipts/promoted-products.ts';

const toothpaste = {
  id: 7,
  bonusGenerator: true,
  ean: '7890000190015',
  codes: ['17890000190012'],
  receiptWords: ['DENT BRISAL CARVAO -ESC -FIO'],
};
const rinse = { id: 8, bonusGenerator: false, ean: '7890000190084' };

function found(description: string, code: string | null = null): number | undefined {
  return promotedAmong([{ description, code }], [rinse, toothpaste])[0]?.product.id;
}

describe('by words', () => {
  test.each([
    'CR DENT BRISAL CARV 90G',
    'CR.DENT.BRISAL CARV90G',
    'Creme Dental Brisal Carvão Ativado 90 g',
    'BRISAL CR DENTAL CARVAO 3UN',
    'KIT CR DENT BRISAL CARV L3P2',
    'CR\u00a0DENT\u00a0BRISAL\u00a0CARV',
  ])('%s is the toothpaste', (description) => {
    expect(found(description)).toBe(7);
  });

  test.each([
    'ESC.DENTAL BRISAL CARVAO',
    'FIO DENTAL BRISAL CARV 50M',
    'CR LEITE BRISAL 200G',
    'CARVAO CHURRASCO 3KG',
    'CR DENT OUTRA CARV 90G',
    'BRISAL',
    '',
  ])('%s is not', (description) => {
    expect(found(description)).toBeUndefined();
  });

  test.each([[['']], [['-ESC']], [['  - . ']], [[]]])('%j finds nothing', (receiptWords) => {
    const product = { id: 1, bonusGenerator: true, receiptWords };
    expect(promotedAmong([{ description: 'CR DENT BRISAL' }], [product])).toEqual([]);
  });
});

describe('by code', () => {
  test('a bar code, a pack’s too, with and without leading zeros', () => {
    expect(found('QUALQUER COISA', '7890000190015')).toBe(7);
    expect(found('QUALQUER COISA', '07890000190015')).toBe(7);
    expect(found('QUALQUER COISA', '17890000190012')).toBe(7);
    expect(found('QUALQUER COISA', ' 7890000190084 ')).toBe(8);
  });

  test('a code comes before words', () => {
    expect(found('CR DENT BRISAL CARV 90G', '7890000190084')).toBe(8);
  });

  test('a shop’s own number is no bar code', () => {
    const own = { id: 1, bonusGenerator: true, ean: '190015', codes: ['00000000'] };
    expect(promotedAmong([{ description: '', code: '190015' }], [own])).toEqual([]);
    expect(promotedAmong([{ description: '', code: '00000000' }], [own])).toEqual([]);
    expect(found('QUALQUER COISA', '7890000190016')).toBeUndefined();
  });

  test('every number with its check digit is read, and no other last digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{7}$|^\d{11,13}$/), (body) => {
        fc.pre(Number(body) > 0);
        const read = Array.from({ length: 10 }, (_, digit) => gtinOf(`${body}${digit}`));
        const gtins = read.filter((gtin) => gtin !== null);
        expect(gtins).toHaveLength(1);
        expect(gtins[0]?.slice(0, 13)).toBe(body.padStart(13, '0'));
      }),
    );
  });
});

test('the embedded campaign finds its accelerator on a receipt', () => {
  expect(hasAccelerator([{ description: 'CR DENT BRISAL CARV 90G' }], products19)).toBe(true);
  expect(hasAccelerator([{ description: 'ESC DENT BRISAL CARV' }], products19)).toBe(false);
  const mint = [{ description: '', code: '7890000190022' }];
  expect(hasAccelerator(mint, products19)).toBe(false);
  expect(promotedAmong(mint, products19)).toHaveLength(1);
});

const word = fc.stringMatching(/^[A-Z]{3,8}$/);
const line = fc.array(word, { minLength: 1, maxLength: 6 });

test('the order of words, accents, case and punctuation change nothing', () => {
  fc.assert(
    fc.property(
      line,
      fc.infiniteStream(fc.constantFrom(' ', '.', '/', '  ', '-')),
      (words, glue) => {
        const product = { id: 1, bonusGenerator: false, receiptWords: [words.join(' ')] };
        const joined = words
          .toReversed()
          .map((each) => `${each.toLowerCase()}\u0301${glue.next().value}`)
          .join('');
        expect(promotedAmong([{ description: joined }], [product])).toHaveLength(1);
      },
    ),
  );
});

test('a line is one product at most, and lines keep their order', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 5 }),
      fc.array(line, { maxLength: 5 }),
      (lines, phrases) => {
        const items = lines.map((words) => ({ description: words.join(' ') }));
        const products = phrases.map((words, id) => ({
          id,
          bonusGenerator: false,
          receiptWords: [words.join(' ')],
        }));
        const indexes = promotedAmong(items, products).map(({ item }) => items.indexOf(item));
        expect(indexes).toEqual([...new Set(indexes)].toSorted((a, b) => a - b));
      },
    ),
  );
});

test('a purchase holds no promoted product only where those can be recognised', () => {
  const petrol = { description: 'GASOLINA COMUM' };
  const accelerator = { description: 'CR DENT BRISAL CARV 90G' };
  const anything = { id: 1, bonusGenerator: false, ean: null };
  expect(holdsNoPromoted([petrol], [rinse, toothpaste])).toBe(true);
  expect(holdsNoPromoted([{ ...petrol, code: rinse.ean }], [rinse, toothpaste])).toBe(false);
  expect(holdsNoPromoted([petrol, accelerator], [rinse, toothpaste])).toBe(false);
  expect(holdsNoPromoted([petrol], [anything, toothpaste])).toBe(false);
});
