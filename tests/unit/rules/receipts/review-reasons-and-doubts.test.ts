import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fiscalNumber,
  possibleFiscalNumbers,
  shopOf,
  similarFiscalNumbers,
} from '../../../../src/rules/receipts/fiscal-number.ts';
import { duplicateKeyOf } from '../../../../src/rules/receipts/receipt-identity.ts';
import {
  type EarlierReceipts,
  earnsOnApproval,
  receiptLimits,
  reviewReasons,
} from '../../../../src/rules/receipts/review-reasons-and-doubts.ts';
import { branchCnpj, otherCnpj, shopCnpj } from '../../../support/receipt-body.ts';
import { receiptKey } from '../../../support/receipts/receipt-key.ts';

const limits = { perDay: 10, perShopAndDay: 3 };
const nothing: EarlierReceipts = {
  earnedToday: 0,
  earnedTodayOfShop: 0,
  isSameFile: false,
  similarDuplicateKeys: [],
  isSamePurchase: false,
};

const day = '2025-10-20';

function keyOf(number: number, changes: Partial<Parameters<typeof receiptKey>[0]> = {}): string {
  const usual = { state: 'PR', day, cnpj: shopCnpj, series: 1, offline: false } as const;
  return receiptKey({ ...usual, number, code: '20000001', ...changes });
}

function receiptOf(identifier: string, cnpj = shopCnpj, purchaseDate = day) {
  const duplicateKey = duplicateKeyOf({ identifier, cnpj, purchaseDate });
  return { identifier, cnpj, duplicateKey, hasKeyConflict: false };
}

function reasonsOf(identifier: string, earlier: Partial<EarlierReceipts>) {
  return reviewReasons(receiptOf(identifier), { ...nothing, ...earlier }, limits);
}

/** What the second of two receipts waits for, when the first one is all that is known. */
function afterOne(first: ReturnType<typeof receiptOf>, second: ReturnType<typeof receiptOf>) {
  const isListed = similarFiscalNumbers(second).includes(fiscalNumber(first));
  const similarDuplicateKeys = isListed ? [first.duplicateKey] : [];
  return reviewReasons(second, { ...nothing, similarDuplicateKeys }, limits);
}

describe('limits of a campaign', () => {
  const withValues = (perDay: string, perShop: string) => ({
    parameters: [
      { code: 'COUPON_MAX_QTD_PER_DAY', value: perDay },
      { code: 'COUPON_MAX_QTD_PER_SHOP_AND_DAY', value: perShop },
    ],
  });

  test('are ten a day and three of a shop, where it sets none', () => {
    expect(receiptLimits({ parameters: [] })).toEqual(limits);
    expect(receiptLimits(withValues('', 'muitas'))).toEqual(limits);
    expect(receiptLimits(withValues('0', '-1'))).toEqual(limits);
  });

  test('are its own otherwise', () => {
    expect(receiptLimits(withValues('40', '5'))).toEqual({ perDay: 40, perShopAndDay: 5 });
  });
});

describe('a receipt waits for a moderator', () => {
  test.each<[string, string, Partial<EarlierReceipts>, string[]]>([
    ['the tenth of a day does not', keyOf(1), { earnedToday: 9 }, []],
    ['the eleventh does', keyOf(1), { earnedToday: 10 }, ['DAILY_LIMIT']],
    ['the third of a shop does not', keyOf(1), { earnedTodayOfShop: 2 }, []],
    ['the fourth does', keyOf(1), { earnedTodayOfShop: 3 }, ['SHOP_LIMIT']],
    ['with a file that is there already', keyOf(1), { isSameFile: true }, ['SAME_FILE']],
    ['19 digits are a number', '1'.repeat(19), {}, []],
    ['20 are a part of a key', '1'.repeat(20), {}, ['PARTIAL_KEY']],
    ['43 too', keyOf(1).slice(0, 43), {}, ['PARTIAL_KEY']],
    ['of the same purchase', '141260000123456', { isSamePurchase: true }, ['SAME_PURCHASE']],
    [
      'for all that speaks against it',
      '1'.repeat(40),
      { earnedToday: 99, isSameFile: true },
      ['DAILY_LIMIT', 'SAME_FILE', 'PARTIAL_KEY'],
    ],
  ])('%s', (_, identifier, earlier, reasons) => {
    expect(reasonsOf(identifier, earlier)).toEqual(reasons);
  });

  test('a contradiction of its key makes it wait, and it earns meanwhile', () => {
    const receipt = { ...receiptOf(keyOf(1)), hasKeyConflict: true };
    const reasons = reviewReasons(receipt, nothing, limits);
    expect([reasons, earnsOnApproval(reasons)]).toEqual([['KEY_CONFLICT'], false]);
  });
});

describe('one receipt entered in two ways', () => {
  const key = keyOf(1234);
  const released = { ...receiptOf(key), duplicateKey: `${key} 7` };
  test.each([
    ['by its short number', key, '1234'],
    ['by its number with zeros', key, '000001234'],
    ['by its key after its number', '1234', key],
    ['by a key with another code', key, keyOf(1234, { code: '30000003' })],
    ['by the first 42 digits', key, key.slice(0, 42)],
  ])('is seen: %s', (_, first, second) => {
    expect(afterOne(receiptOf(first), receiptOf(second))).toContain('SAME_NUMBER');
  });

  test('is seen with the day before, too', () => {
    expect(afterOne(receiptOf('77'), receiptOf('77', shopCnpj, '2025-10-19'))).toEqual([
      'SAME_NUMBER',
    ]);
  });

  test('is seen with the CNPJ of another branch, too', () => {
    expect(afterOne(receiptOf(key), receiptOf('1234', branchCnpj))).toEqual(['SAME_NUMBER']);
    expect(afterOne(receiptOf('1234', branchCnpj), receiptOf('1234'))).toEqual(['SAME_NUMBER']);
  });

  test.each([
    ['another number', receiptOf(key), receiptOf('1235')],
    ['another shop', receiptOf(key), receiptOf('1234', otherCnpj)],
    ['a key of another branch', receiptOf(key), receiptOf(keyOf(1234, { cnpj: branchCnpj }))],
    ['a key of another register', receiptOf(key), receiptOf(keyOf(1234, { series: 2 }))],
    [
      'a key of another register than a released one',
      released,
      receiptOf(keyOf(1234, { series: 2 })),
    ],
  ])('%s is another receipt', (_, first, second) => {
    expect(afterOne(first, second)).toEqual([]);
  });

  test('is seen with any digit of its key missing, whichever comes first', () => {
    const unseen = [...key].flatMap((_, place) => {
      const partial = receiptOf(`${key.slice(0, place)}${key.slice(place + 1)}`);
      const reasons = [
        afterOne(receiptOf(key), partial).includes('SAME_NUMBER'),
        afterOne(partial, receiptOf(key)).includes('SAME_NUMBER'),
        shopOf(partial) === shopCnpj,
      ];
      return reasons.includes(false) ? [[place, ...reasons]] : [];
    });
    expect(unseen).toEqual([]);
  });

  test('is seen with another digit of its key missing each time', () => {
    const partials = [...key].map((_, place) =>
      receiptOf(`${key.slice(0, place)}${key.slice(place + 1)}`),
    );
    const second = receiptOf(key.slice(0, 30) + key.slice(31));
    const unseen = partials.filter((first) => !afterOne(first, second).includes('SAME_NUMBER'));
    expect(unseen).toEqual([]);
    expect(afterOne(receiptOf(keyOf(9876).slice(1)), receiptOf(key.slice(1)))).toEqual([
      'PARTIAL_KEY',
    ]);
  });

  test('shares a number to lock with its other reading, whichever digits are missing', () => {
    const ways = [key, ...[...key].map((_, place) => key.slice(0, place) + key.slice(place + 1))];
    const [own, ...locked] = ways.map((way) => possibleFiscalNumbers(receiptOf(way)));
    expect(own).toHaveLength(1);
    expect(locked.filter((numbers) => !numbers.includes(own?.[0] ?? ''))).toEqual([]);
  });

  test('is another with a number that has one digit less', () => {
    expect(afterOne(receiptOf('123'), receiptOf(key))).toEqual([]);
    expect(afterOne(receiptOf(keyOf(123)), receiptOf(key))).toEqual([]);
  });

  test('whatever its number is: by key, part of the key and short number it is one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 34, max: 43 }),
        (number, zeros, length) => {
          const key = keyOf(number);
          const ways = [key, key.slice(0, length), `${'0'.repeat(zeros)}${number}`];
          const numbers = new Set(ways.map((way) => fiscalNumber(receiptOf(way))));
          expect([...numbers]).toEqual([`${shopCnpj.slice(0, 8)}/${number}`]);
          expect(new Set(ways.slice(0, 2).map((way) => shopOf(receiptOf(way, otherCnpj))))).toEqual(
            new Set([shopCnpj]),
          );
        },
      ),
    );
  });
});

test('within the limits, with a file, number and key of its own, a receipt earns at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.integer({ min: 0, max: limits.perDay - 1 }),
      fc.integer({ min: 0, max: limits.perShopAndDay - 1 }),
      fc.boolean(),
      (number, earnedToday, earnedTodayOfShop, isKey) => {
        const identifier = isKey ? keyOf(number) : String(number);
        expect(reasonsOf(identifier, { earnedToday, earnedTodayOfShop })).toEqual([]);
      },
    ),
  );
});
