import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCentavos, toCentavos } from '../../../../src/rules/money.ts';
import {
  checkLines,
  checkQuantity,
  linesTotalCentavos,
  productLines,
} from '../../../../src/rules/receipts/product-lines.ts';

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
