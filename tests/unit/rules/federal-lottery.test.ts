import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawnNumber,
  type FederalPrizes,
  nextExtraction,
  otherExtraction,
  parseFederalPrizes,
} from '../../../src/rules/federal-lottery.ts';
import { formatLuckyNumber } from '../../../src/rules/lucky-number-format.ts';
import type { LuckyNumber } from '../../../src/rules/lucky-numbers.ts';
import { federalProblemMessage } from '../../../src/rules/messages.ts';
import { drawOrder } from '../../../src/rules/nearest-numbers.ts';

const example: FederalPrizes = ['12345', '67890', '11121', '31415', '92653'];
const edge: FederalPrizes = ['00099', '00009', '00009', '00009', '00009'];
const tenSeries = { seriesQuantity: 10, numbersPerSeries: 100_000 };

/** All of the order, from numbers as they are shown. */
async function ordered(drawn: LuckyNumber, shown: readonly string[]): Promise<string[]> {
  const numbers = shown.map((text) => text.split('.').map(Number));
  const ascending = (values: number[]) => values.sort((one, other) => one - other);
  const order = drawOrder(drawn, {
    series: ascending([...new Set(numbers.map(([series = 0]) => series))]),
    numbersOf: (wanted) =>
      ascending(numbers.filter(([series]) => series === wanted).map(([, number = 0]) => number)),
  });
  const found: string[] = [];
  for await (const { series, number } of order) found.push(formatLuckyNumber(series, number));
  return found;
}

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
    expect('problem' in read && federalProblemMessage(read)).toContain(sentence);
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
    expect(formatLuckyNumber(series, number)).toBe(shown);
  });

  it('cannot lie in a space that five prizes do not reach', () => {
    const wide = { seriesQuantity: 100_001, numbersPerSeries: 100_000 };
    const long = { seriesQuantity: 10, numbersPerSeries: 100_001 };
    expect(() => drawnNumber(example, wide)).toThrow(RangeError);
    expect(() => drawnNumber(example, long)).toThrow(RangeError);
  });
});

describe('order of a draw', () => {
  it.each([
    [example, ['4.50153'], '4.50153'],
    [example, ['4.50151', '4.50155'], '4.50155'],
    [example, ['4.50152', '4.50155'], '4.50152'],
    [example, ['3.50153', '5.00001'], '5.00001'],
    [example, ['2.50153', '5.00001', '3.00001'], '5.00001'],
    [example, ['4.00000', '5.50153'], '4.00000'],
    [edge, ['9.99990'], '9.99990'],
    [edge, ['9.99990', '0.00000'], '9.99990'],
    [edge, ['9.00000', '9.00001'], '9.00001'],
    [edge, ['0.99999', '1.00000'], '1.00000'],
    [example, [], undefined],
  ] as const)('by %j of %j starts with %s', async (prizes, distributed, winner) => {
    const [first] = await ordered(drawnNumber(prizes, tenSeries), distributed);
    expect(first).toBe(winner);
  });

  it('is the one of trying every distance, in every series, one after the other', async () => {
    const place = { series: fc.nat(6), number: fc.nat(30) };
    const anyNumber = fc.record(place);
    const text = ({ series, number }: LuckyNumber) => formatLuckyNumber(series, number);
    await fc.assert(
      fc.asyncProperty(
        anyNumber,
        fc.uniqueArray(anyNumber, { selector: text, maxLength: 60 }),
        async (drawn, distributed) => {
          const given = new Set(distributed.map(text));
          const tried = walk(drawn.series, 6).flatMap((series) =>
            walk(drawn.number, 30).map((number) => formatLuckyNumber(series, number)),
          );
          const expected = tried.filter((number) => given.has(number));
          expect(await ordered(drawn, [...given])).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** From a start: one up, one down, two up, two down, within 0 to `last`. */
function walk(start: number, last: number): number[] {
  const steps = Array.from({ length: last + 1 }, (_, distance) => distance);
  const all = steps.flatMap((distance) => [start + distance, start - distance]);
  return [...new Set(all)].filter((value) => value >= 0 && value <= last);
}

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
])('of 5 December, the extraction of %s, without %j: %s decides instead', (day, without, other) => {
  expect(otherExtraction(day, { declared: '2026-12-05', without })).toBe(other);
});
