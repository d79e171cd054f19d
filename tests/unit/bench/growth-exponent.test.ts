import { expect, test } from 'vitest';
import { growthExponent, growthFigures } from '../../bench/growth/exponent.ts';

const sizes = [10, 100, 1000, 10_000];
const grown = (value: (n: number) => number) => sizes.map((n) => ({ n, value: value(n) }));

test.each([
  ['what stays the same', () => 7, 0],
  ['a root', (n: number) => 3 * Math.sqrt(n), 0.5],
  ['what grows with the size', (n: number) => 0.2 * n, 1],
  ['all pairs', (n: number) => 5 * n ** 2, 2],
])('the exponent of %s is found', (_name, value, exponent) => {
  expect(growthExponent(grown(value))).toBeCloseTo(exponent, 10);
});

test('the exponent of points on no line lies between theirs', () => {
  const exponent = growthExponent([
    { n: 1, value: 1 },
    { n: 10, value: 1 },
    { n: 100, value: 100 },
  ]);
  expect(exponent).toBeCloseTo(1, 10);
});

test('an exponent needs two sizes and values above zero', () => {
  expect(() => growthExponent([{ n: 10, value: 1 }])).toThrow(RangeError);
  expect(() => growthExponent(grown((n) => n - 10))).toThrow(RangeError);
});

test('the last step has a figure of its own, since fixed costs hide it least', () => {
  const figures = growthFigures(
    'list',
    { unit: 'ms', of: 'receipts', how: 'once' },
    grown((n) => 50 + n),
  );
  expect(figures.map(({ name }) => name)).toEqual([
    'list, 10 receipts',
    'list, 100 receipts',
    'list, 1,000 receipts',
    'list, 10,000 receipts',
    'list: exponent over receipts',
  ]);
  expect(figures.at(-1)?.how).toContain('0.98 in the last step');
  expect(figures.at(-1)?.value).toBeLessThan(0.8);
});
