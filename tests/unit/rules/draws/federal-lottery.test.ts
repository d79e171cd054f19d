import { describe, expect, it } from 'vitest';
import {
  drawnNumber,
  type FederalPrizes,
  nextExtraction,
  otherDecidingDay,
  parseFederalPrizes,
} from '../../../../src/rules/draws/federal-lottery.ts';
import { federalViolationMessage } from '../../../../src/rules/messages/messages.ts';
import { formatLuckyNumber } from '../../../../src/rules/rewards/lucky-number-format.ts';

const example: FederalPrizes = ['12345', '67890', '11121', '31415', '92653'];
const edge: FederalPrizes = ['00099', '00009', '00009', '00009', '00009'];
const tenSeries = { seriesQuantity: 10, numbersPerSeries: 100_000 };

describe('prizes of the federal lottery', () => {
  it.each([
    '12345,67890,11121,31415,92653',
    ' 12345 67890  11121;31415; 92653\n',
    '12.345, 67.890, 11.121, 31.415, 92.653',
  ])('are read from %j', (text) => {
    expect(parseFederalPrizes(text)).toEqual({ prizes: example });
  });

  it.each([
    ['', 'Informe os cinco prêmios da Loteria Federal, do 1º ao 5º (0 informados)'],
    [
      '12345,67890,11121,31415',
      'Informe os cinco prêmios da Loteria Federal, do 1º ao 5º (4 informados)',
    ],
    [
      '12345,67890,11121,31415,92653,00000',
      'Informe os cinco prêmios da Loteria Federal, do 1º ao 5º (6 informados)',
    ],
    ['12345,67890,121,31415,92653', 'O 3º prêmio, 121, deve ter cinco algarismos, com os zeros'],
    ['12345,67890,11121,31415,926533', 'O 5º prêmio, 926533, deve ter cinco algarismos'],
    ['1234x,67890,11121,31415,92653', 'O 1º prêmio, 1234x, deve ter cinco algarismos'],
    ['1.2345,67890,11121,31415,92653', 'O 1º prêmio, 1.2345, deve ter cinco algarismos'],
  ])('are not %j', (text, sentence) => {
    const read = parseFederalPrizes(text);
    expect('violation' in read && federalViolationMessage(read)).toContain(sentence);
  });
});

it.each([
  ['2026-12-05', '2026-12-09'],
  ['2026-12-09', '2026-12-12'],
  ['2026-12-30', '2027-01-02'],
])('an extraction that failed on %s is taken by that of %s', (day, next) => {
  expect(nextExtraction(day)).toBe(next);
});

describe('drawn number', () => {
  it.each([
    [example, tenSeries, '4.50153'],
    [edge, tenSeries, '9.99999'],
    [example, { seriesQuantity: 200, numbersPerSeries: 100_000 }, '92.50153'],
    [example, { seriesQuantity: 1, numbersPerSeries: 100_000 }, '0.50153'],
    [example, { seriesQuantity: 3, numbersPerSeries: 100_000 }, '1.50153'],
    [example, { seriesQuantity: 11, numbersPerSeries: 100_000 }, '5.50153'],
    [example, { seriesQuantity: 100_000, numbersPerSeries: 1000 }, '49215.00153'],
  ] as const)('of %j among %j is %s', (prizes, space, shown) => {
    const { series, number } = drawnNumber(prizes, space);
    expect(formatLuckyNumber({ series, number })).toBe(shown);
  });

  it('cannot lie in a space that five prizes do not reach', () => {
    const wide = { seriesQuantity: 100_001, numbersPerSeries: 100_000 };
    const long = { seriesQuantity: 10, numbersPerSeries: 100_001 };
    expect(() => drawnNumber(example, wide)).toThrow(RangeError);
    expect(() => drawnNumber(example, long)).toThrow(RangeError);
  });
});

it.each([
  ['2026-12-05', [], null],
  ['2026-12-09', [], '2026-12-05'],
  ['2026-12-02', [], '2026-12-05'],
  ['2026-12-05', ['2026-12-05'], '2026-12-09'],
  ['2026-12-09', ['2026-12-05'], null],
  ['2026-12-07', ['2026-12-05'], null],
  ['2026-12-07', ['2026-12-05', '2026-12-07'], '2026-12-09'],
  ['2026-12-12', ['2026-12-05'], '2026-12-09'],
  ['2026-12-12', ['2026-12-05', '2026-12-09'], null],
])(
  'the draw is due on 5 December: for the extraction of %s, with none held on %j, %s decides instead',
  (day, without, other) => {
    const rules = { extractionAt: '2026-12-05T19:00:00-03:00' };
    expect(otherDecidingDay(day, { rules, daysWithoutExtraction: without })).toBe(other);
  },
);
