import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCentavos, toCentavos } from '../../../../src/rules/money.ts';
import type { CampaignField } from '../../../../src/rules/people/campaign-fields.ts';
import {
  checkLines,
  checkPurchaseDate,
  checkQuantity,
  checkTotal,
  checkTypedTotal,
  linesTotalCentavos,
  productLines,
  type ReceiptInput,
  receiptRules,
  receiptViolations,
} from '../../../../src/rules/receipts/receipt-fields.ts';

const window = { startsAt: '2025-10-01T00:00:00-03:00', endsAt: '2025-11-30T23:59:59-03:00' };
const now = new Date('2025-10-15T23:59:59-03:00');

const seller: CampaignField = {
  key: 'SELLER',
  target: 'COUPON',
  required: true,
  order: 0,
  options: [],
};

function rules(parameters: { code: string; value: string }[] = []) {
  return receiptRules({ ...window, parameters, additionalFields: [seller] });
}

const receipt: ReceiptInput = {
  identifier: '12345',
  purchaseDate: '2025-10-15',
  cnpj: '12.ABC.345/01DE-35',
  total: 1000,
  additionalFields: { SELLER: 'Bia' },
};

describe('receipt', () => {
  it('passes with everything in order', () => {
    expect(receiptViolations(receipt, rules(), now)).toEqual([]);
  });

  it('names every refused field', () => {
    const wrong: ReceiptInput = {
      identifier: 'A1',
      purchaseDate: '31/02/2025',
      cnpj: '11222333000180',
      total: 999,
      additionalFields: {},
    };
    expect(receiptViolations(wrong, rules(), now)).toEqual([
      { field: 'identifier', violation: 'IDENTIFIER' },
      { field: 'purchaseDate', violation: 'DATE' },
      { field: 'cnpj', violation: 'CNPJ' },
      { field: 'totalAmount', violation: 'TOTAL_MINIMUM' },
      { field: 'SELLER', violation: 'REQUIRED' },
    ]);
  });

  it('takes its minimum from the campaign, R$ 10,00 when that says nothing', () => {
    expect(rules().minimumTotal).toBe(1000);
    expect(rules([{ code: 'PRODUCT_MIN_TOTAL_SUM_VALUE', value: '10.00' }]).minimumTotal).toBe(
      1000,
    );
    expect(rules([{ code: 'PRODUCT_MIN_TOTAL_SUM_VALUE', value: '25.5' }]).minimumTotal).toBe(2550);
  });
});

describe('total of a receipt', () => {
  it.each([
    [999, 'TOTAL_MINIMUM'],
    [1000, null],
    [null, 'MONEY'],
  ] as const)('of %j centavos is judged %s', (total, violation) => {
    expect(checkTotal(total, 1000)).toBe(violation);
  });

  it.each([
    ['', 'REQUIRED'],
    ['9,99', 'TOTAL_MINIMUM'],
    ['R$ 10,00', null],
    ['10,001', 'MONEY'],
    ['10.000.000,00', null],
    ['10.000.000,01', 'MONEY'],
  ] as const)('typed as %j is judged %s', (text, violation) => {
    expect(checkTypedTotal(text, 1000)).toBe(violation);
  });
});

describe('purchase date', () => {
  it.each([
    ['', 'REQUIRED'],
    ['2025-02-29', 'DATE'],
    ['2025-09-30', 'DATE_BEFORE_CAMPAIGN'],
    ['2025-10-01', null],
    ['2025-10-15', null],
    ['2025-10-16', 'DATE_AFTER_TODAY'],
  ] as const)('%j is judged %s', (day, violation) => {
    expect(checkPurchaseDate(day, window, now)).toBe(violation);
  });

  it('follows the calendar of São Paulo', () => {
    const lateEvening = new Date('2025-10-16T02:59:59Z');
    expect(checkPurchaseDate('2025-10-16', window, lateEvening)).toBe('DATE_AFTER_TODAY');
    expect(checkPurchaseDate('2025-10-16', window, new Date('2025-10-16T03:00:00Z'))).toBeNull();
  });

  it('ends with the campaign', () => {
    const later = new Date('2025-12-24T12:00:00-03:00');
    expect(checkPurchaseDate('2025-11-30', window, later)).toBeNull();
    expect(checkPurchaseDate('2025-12-01', window, later)).toBe('DATE_AFTER_TODAY');
  });
});

const products = { regularProductId: 7, acceleratorProductId: 'A' };

describe('lines of a receipt', () => {
  it('is one line with the whole total without the accelerator product', () => {
    expect(productLines(1000, false, products)).toEqual([
      { quantity: 1, unitaryValue: 1000, campaignProductId: 7 },
    ]);
  });

  it('is a second line of R$ 0,10, taken from the first, with it', () => {
    const lines = productLines(1000, true, products);
    expect(lines).toEqual([
      { quantity: 1, unitaryValue: 990, campaignProductId: 7 },
      { quantity: 1, unitaryValue: 10, campaignProductId: 'A' },
    ]);
    expect(lines.map(({ unitaryValue }) => fromCentavos(unitaryValue))).toEqual([9.9, 0.1]);
  });

  it('sums to the total, on the wire too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 100_000_000 }),
        fc.boolean(),
        (total, accelerated) => {
          const lines = productLines(total, accelerated, products);
          expect(checkLines(lines, total)).toBeNull();
          const received = lines.map(
            (line) => toCentavos(fromCentavos(line.unitaryValue)) ?? Number.NaN,
          );
          expect(received.reduce((sum, value) => sum + value, 0)).toBe(total);
        },
      ),
    );
  });

  it('refuses a sum that is not the total', () => {
    const lines = productLines(1000, true, products);
    expect(checkLines(lines, 1010)).toBe('LINES_TOTAL');
    expect(linesTotalCentavos(lines)).toBe(1000);
  });

  it.each([
    ['no line', []],
    ['no quantity', [{ quantity: 0, unitaryValue: 1000, campaignProductId: 7 }]],
    ['half a quantity', [{ quantity: 0.5, unitaryValue: 2000, campaignProductId: 7 }]],
    [
      'a line below zero',
      [
        { quantity: 1, unitaryValue: 2000, campaignProductId: 7 },
        { quantity: 1, unitaryValue: -1000, campaignProductId: 7 },
      ],
    ],
    ['less than a centavo', [{ quantity: 2, unitaryValue: 500.5, campaignProductId: 7 }]],
  ])('refuses %s', (_, lines) => {
    expect(checkLines(lines, 1000)).toBe('QUANTITY');
  });

  it('lets a line cost nothing', () => {
    const free = { quantity: 1, unitaryValue: 0, campaignProductId: 7 };
    expect(checkLines([...productLines(1000, false, products), free], 1000)).toBeNull();
  });

  it('keeps the summed quantity within the bounds that are set', () => {
    const lines = productLines(1000, true, products);
    expect(checkQuantity(lines, { minimum: null, maximum: null })).toBeNull();
    expect(checkQuantity(lines, { minimum: 2, maximum: 2 })).toBeNull();
    expect(checkQuantity(lines, { minimum: 3, maximum: null })).toBe('QUANTITY');
    expect(checkQuantity(lines, { minimum: null, maximum: 1 })).toBe('QUANTITY');
  });
});
