import { type LuckyNumber, type NumberSpace, sizeOf } from './lucky-numbers.ts';

export type FederalPrizes = readonly [string, string, string, string, string];

export type FederalProblem =
  | { problem: 'COUNT'; given: number }
  | { problem: 'DIGITS'; position: number; given: string };

/** Decreto 70.951/1972, art. 17; five prizes give five digits. */
const longestSeries = 100_000;

/**
 * Reads prizes as people write them: `12345,67890,11121,31415,92653`, or apart by blanks or
 * semicolons, or with the point of thousands. Leading zeros belong to the number.
 */
export function parseFederalPrizes(text: string): { prizes: FederalPrizes } | FederalProblem {
  const given = text.split(/[\s,;]+/).filter((part) => part !== '');
  const [first, second, third, fourth, fifth, ...more] = given.map((part) =>
    part.replace(/^(\d{2})\.(\d{3})$/, '$1$2'),
  );
  if (!first || !second || !third || !fourth || !fifth || more.length > 0) {
    return { problem: 'COUNT', given: given.length };
  }
  const prizes = [first, second, third, fourth, fifth] as const;
  const wrong = prizes.findIndex((prize) => !/^\d{5}$/.test(prize));
  if (wrong === -1) return { prizes };
  return { problem: 'DIGITS', position: wrong + 1, given: given[wrong] ?? '' };
}

const WEDNESDAY = 3;
const SATURDAY = 6;

/**
 * The extraction after one that did not happen: the next Wednesday or Saturday.
 * @param day `yyyy-MM-dd`
 */
export function nextExtraction(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  do next.setUTCDate(next.getUTCDate() + 1);
  while (![WEDNESDAY, SATURDAY].includes(next.getUTCDay()));
  return next.toISOString().slice(0, 10);
}

/**
 * The day whose extraction decides instead of `day`; null when that of `day` decides. The declared
 * day does. Where no extraction was held on it, the next Wednesday or Saturday on which one was
 * does, or a special extraction before that.
 * @param day `yyyy-MM-dd`, as the others
 * @param without days of which the ledger says that no extraction was held
 */
export function otherExtraction(
  day: string,
  { declared, without }: { declared: string; without: readonly string[] },
): string | null {
  let due = declared;
  while (without.includes(due)) due = nextExtraction(due);
  const isSpecial = declared < day && day < due && !without.includes(day);
  return day === due || isSpecial ? null : due;
}

/**
 * The number that an extraction points at, whether it was given out or not.
 *
 * 1. k = how many digits the highest series, seriesQuantity - 1, has.
 * 2. series = the tens digits of prizes 1 to k, read downwards; the number of series is taken off
 *    until it is one of them.
 * 3. number = the units digits of prizes 1 to 5, read downwards; where a series has fewer than
 *    100 000 numbers, their quantity is taken off until it is one of them.
 *
 * Step 3's second half is ours, after the likeness of step 2: it gives every number the same chance
 * where 100 000 is a multiple of the quantity, as it is for 10, 100, 1000 and 10 000.
 * @throws RangeError for a space that five prizes cannot point into.
 */
export function drawnNumber(prizes: FederalPrizes, space: NumberSpace): LuckyNumber {
  const { seriesQuantity, numbersPerSeries } = space;
  sizeOf(space);
  const seriesDigits = String(seriesQuantity - 1).length;
  if (seriesDigits > prizes.length || numbersPerSeries > longestSeries) {
    throw new RangeError(`Five prizes cannot draw from ${seriesQuantity} × ${numbersPerSeries}`);
  }
  const digits = (place: number) => prizes.map((prize) => prize[place]).join('');
  return {
    series: Number(digits(3).slice(0, seriesDigits)) % seriesQuantity,
    number: Number(digits(4)) % numbersPerSeries,
  };
}

/** Numbers given out and not void: ascending series that hold any, and the numbers of each. */
export interface DistributedNumbers {
  series: ArrayLike<number>;
  numbersOf(series: number): ArrayLike<number> | PromiseLike<ArrayLike<number>>;
}

/**
 * The distributed numbers in the order in which an extraction favours them: the drawn series'
 * first, nearest to the drawn number first and the superior before the inferior at the same
 * distance; then those of the other series, which are walked through in the same way. No walk goes
 * on at the other end. The first one wins; there is none where nothing was given out.
 */
export async function* drawOrder(
  drawn: LuckyNumber,
  { series, numbersOf }: DistributedNumbers,
): AsyncGenerator<LuckyNumber, void> {
  for (const each of nearestFirst(series, drawn.series)) {
    for (const number of nearestFirst(await numbersOf(each), drawn.number)) {
      yield { series: each, number };
    }
  }
}

/** Groups numbers by series, in ascending order, as a draw needs them. */
export function distributedNumbers(numbers: Iterable<LuckyNumber>): DistributedNumbers {
  const bySeries = new Map<number, number[]>();
  for (const { series, number } of numbers) {
    const own = bySeries.get(series);
    if (own) own.push(number);
    else bySeries.set(series, [number]);
  }
  for (const own of bySeries.values()) own.sort(ascending);
  return {
    series: [...bySeries.keys()].sort(ascending),
    numbersOf: (series) => bySeries.get(series) ?? [],
  };
}

function ascending(a: number, b: number): number {
  return a - b;
}

function* nearestFirst(ascending: ArrayLike<number>, target: number): Generator<number, void> {
  let above = firstAtLeast(ascending, target);
  let below = above - 1;
  for (;;) {
    const superior = ascending[above] ?? Infinity;
    const inferior = ascending[below] ?? -Infinity;
    if (superior === Infinity && inferior === -Infinity) return;
    if (superior - target <= target - inferior) {
      yield superior;
      above += 1;
    } else {
      yield inferior;
      below -= 1;
    }
  }
}

/** Index of the first value of at least `target`; the length when there is none. */
function firstAtLeast(ascending: ArrayLike<number>, target: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ascending[middle] ?? Infinity) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
