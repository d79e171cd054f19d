import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLuckyNumber } from '../../../../src/rules/rewards/lucky-number-format.ts';
import { commitment, luckyNumbers, sizeOf } from '../../../../src/rules/rewards/lucky-numbers.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const campaign = { seriesQuantity: 10, numbersPerSeries: 100_000 };
const anyKey = fc.uint8Array({ minLength: 32, maxLength: 64 });

describe('lucky numbers', () => {
  it.each([
    [0, campaign, '8.91951'],
    [1, campaign, '3.57446'],
    [999_999, campaign, '3.60600'],
    [0, { seriesQuantity: 3, numbersPerSeries: 7 }, '2.00006'],
    [20, { seriesQuantity: 3, numbersPerSeries: 7 }, '1.00000'],
    [5, { seriesQuantity: 1, numbersPerSeries: 1000 }, '0.00930'],
    [123_456, { seriesQuantity: 17, numbersPerSeries: 100_000 }, '9.98518'],
  ])(
    'equal at %i of %o what another program computes from the description',
    (counter, space, text) => {
      const { series, number } = luckyNumbers(key, space)(counter);
      expect(formatLuckyNumber({ series, number })).toBe(text);
    },
  );

  it('are those of the description with the platform’s HMAC, also for a key longer than a block', () => {
    const longKey = fc.uint8Array({ minLength: 32, maxLength: 100 });
    const counters = fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(longKey, counters, (anyLengthKey, places) => {
        const numberAt = luckyNumbers(anyLengthKey, campaign);
        for (const counter of places) {
          const value = permuted(anyLengthKey, counter);
          const expected = { series: Math.floor(value / 100_000), number: value % 100_000 };
          expect(numberAt(counter)).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('give out every number of a space exactly once', () => {
    const small = fc.record({
      seriesQuantity: fc.integer({ min: 1, max: 12 }),
      numbersPerSeries: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(anyKey, small, (anotherKey, space) => {
        const issuedNumbers = new Set<string>();
        for (let counter = 0; counter < sizeOf(space); counter += 1) {
          const { series, number } = luckyNumbers(anotherKey, space)(counter);
          expect(series).toBeLessThan(space.seriesQuantity);
          expect(number).toBeLessThan(space.numbersPerSeries);
          issuedNumbers.add(formatLuckyNumber({ series, number }));
        }
        expect(issuedNumbers.size).toBe(sizeOf(space));
      }),
      { numRuns: 25 },
    );
  });

  it('never repeat in a large space, and stay inside it', () => {
    const space = { seriesQuantity: 99_999_999, numbersPerSeries: 100_000 };
    const issuedNumbers = Array.from({ length: 5000 }, (_, counter) => {
      const { series, number } = luckyNumbers(key, space)(counter);
      expect(series).toBeLessThan(space.seriesQuantity);
      return formatLuckyNumber({ series, number });
    });
    expect(new Set(issuedNumbers).size).toBe(issuedNumbers.length);
  });

  it('spread evenly over series and over tens of thousands', () => {
    const draws = 20_000;
    const series = new Array<number>(10).fill(0);
    const tens = new Array<number>(10).fill(0);
    for (let counter = 0; counter < draws; counter += 1) {
      const luckyNumber = luckyNumbers(key, campaign)(counter);
      series[luckyNumber.series] = (series[luckyNumber.series] ?? 0) + 1;
      const ten = Math.floor(luckyNumber.number / 10_000);
      tens[ten] = (tens[ten] ?? 0) + 1;
    }
    const expected = draws / 10;
    const chiSquare = (counts: number[]) =>
      counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Nine degrees of freedom: 27.88 is exceeded by chance once in a thousand.
    expect(chiSquare(series)).toBeLessThan(27.88);
    expect(chiSquare(tens)).toBeLessThan(27.88);
  });

  it('come in another order under another key', () => {
    const other = key.with(0, 1);
    const order = (anyOf: Uint8Array) =>
      Array.from({ length: 20 }, (_, counter) => luckyNumbers(anyOf, campaign)(counter));
    expect(order(other)).not.toEqual(order(key));
  });

  it.each([-1, 0.5, 1_000_000, Number.NaN])('run out: there is none at %d', (counter) => {
    expect(() => luckyNumbers(key, campaign)(counter)).toThrow(RangeError);
  });

  it.each([
    { seriesQuantity: 0, numbersPerSeries: 100_000 },
    { seriesQuantity: 1.5, numbersPerSeries: 100_000 },
    { seriesQuantity: 1, numbersPerSeries: 0 },
    { seriesQuantity: -1, numbersPerSeries: -1 },
    { seriesQuantity: 2 ** 51 + 1, numbersPerSeries: 2 },
    { seriesQuantity: 2 ** 40, numbersPerSeries: 100_000 },
  ])('need a space: %o is none', (space) => {
    expect(() => luckyNumbers(key, space)(0)).toThrow(RangeError);
  });

  it('reach to the largest space', () => {
    expect(sizeOf({ seriesQuantity: 2 ** 51, numbersPerSeries: 2 })).toBe(2 ** 52);
  });

  it('need a key of 32 bytes', () => {
    expect(() => luckyNumbers(key.slice(1), campaign)(0)).toThrow(RangeError);
    expect(() => commitment(key.slice(1), campaign)).toThrow(RangeError);
  });
});

describe('commitment to a key', () => {
  it('is what another program computes from the description', () => {
    expect(commitment(key, campaign)).toBe(
      'eb46bdee82ac773fa7e32a14c83e70daffc6f40da0c3011f5c0946ab17be223c',
    );
  });

  it('binds the key and the space', () => {
    const other = { seriesQuantity: 11, numbersPerSeries: 100_000 };
    expect(commitment(key, other)).not.toBe(commitment(key, campaign));
    expect(commitment(key.with(31, 0), campaign)).not.toBe(commitment(key, campaign));
  });
});

describe('shown lucky number', () => {
  it('has five digits after the series', () => {
    expect(formatLuckyNumber({ series: 4, number: 153 })).toBe('4.00153');
    expect(formatLuckyNumber({ series: '4', number: '00153' })).toBe('4.00153');
    expect(formatLuckyNumber({ series: 0, number: 99_999 })).toBe('0.99999');
  });
});

/** The permutation of a million numbers, as the description says it: a and b are 1000. */
function permuted(secret: Uint8Array, counter: number): number {
  let [left, right] = [counter % 1000, Math.floor(counter / 1000)];
  for (let round = 1; round <= 10; round += 1) {
    const message = Buffer.alloc(20);
    message.write('lucky-numbers/1');
    message.writeUInt8(round, 15);
    message.writeUInt32BE(right, 16);
    const mixed = createHmac('sha256', secret).update(message).digest().readUIntBE(0, 6);
    [left, right] = [right, (left + mixed) % 1000];
  }
  return 1000 * right + left;
}
