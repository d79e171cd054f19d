import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnNumber, type FederalPrizes } from '../../../../src/rules/draws/federal-lottery.ts';
import { drawOrder } from '../../../../src/rules/draws/winners-and-alternates.ts';
import { formatLuckyNumber } from '../../../../src/rules/rewards/lucky-number-format.ts';
import type { LuckyNumber } from '../../../../src/rules/rewards/lucky-numbers.ts';

const example: FederalPrizes = ['12345', '67890', '11121', '31415', '92653'];
const edge: FederalPrizes = ['00099', '00009', '00009', '00009', '00009'];
const tenSeries = { seriesQuantity: 10, numbersPerSeries: 100_000 };

describe('the order in which numbers win', () => {
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
  ] as const)(
    'for prizes %j and numbers %j starts with %s',
    async (prizes, distributed, winner) => {
      const [first] = await ordered(drawnNumber(prizes, tenSeries), distributed);
      expect(first).toBe(winner);
    },
  );

  it('equals trying every distance in every series, one after the other', async () => {
    const place = { series: fc.nat(6), number: fc.nat(30) };
    const anyNumber = fc.record(place);
    const text = ({ series, number }: LuckyNumber) => formatLuckyNumber({ series, number });
    await fc.assert(
      fc.asyncProperty(
        anyNumber,
        fc.uniqueArray(anyNumber, { selector: text, maxLength: 60 }),
        async (drawn, distributed) => {
          const issuedNumbers = new Set(distributed.map(text));
          const tried = walk(drawn.series, 6).flatMap((series) =>
            walk(drawn.number, 30).map((number) => formatLuckyNumber({ series, number })),
          );
          const expected = tried.filter((number) => issuedNumbers.has(number));
          expect(await ordered(drawn, [...issuedNumbers])).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** From `start` one up, one down, two up, two down and so on, within 0 to `last`. */
function walk(start: number, last: number): number[] {
  const steps = Array.from({ length: last + 1 }, (_, distance) => distance);
  const all = steps.flatMap((distance) => [start + distance, start - distance]);
  return [...new Set(all)].filter((value) => value >= 0 && value <= last);
}

/** The complete order, of numbers written as users see them. */
async function ordered(drawn: LuckyNumber, shown: readonly string[]): Promise<string[]> {
  const numbers = shown.map((text) => text.split('.').map(Number));
  const ascending = (values: number[]) => values.sort((left, right) => left - right);
  const order = drawOrder(drawn, {
    series: ascending([...new Set(numbers.map(([series = 0]) => series))]),
    numbersOf: (wanted) =>
      ascending(numbers.filter(([series]) => series === wanted).map(([, number = 0]) => number)),
  });
  const found: string[] = [];
  for await (const { series, number } of order) found.push(formatLuckyNumber({ series, number }));
  return found;
}
