import type { LuckyNumber } from '../rewards/lucky-numbers.ts';

/** Numbers given out and not void: the series that have any, ascending, and the numbers of each. */
interface DistributedNumbers {
  series: ArrayLike<number>;
  numbersOf(series: number): ArrayLike<number> | PromiseLike<ArrayLike<number>>;
}

/**
 * The numbers given out, in winning order: the drawn one, then the nearest ones of its series (the
 * higher of two first), then the other series likewise. The order does not wrap around.
 */
export async function* drawOrder(
  drawn: LuckyNumber,
  { series, numbersOf }: DistributedNumbers,
): AsyncGenerator<LuckyNumber, void> {
  for (const next of nearestFirst(series, drawn.series)) {
    for (const number of nearestFirst(await numbersOf(next), drawn.number)) {
      yield { series: next, number };
    }
  }
}

export function distributedNumbers(numbers: Iterable<LuckyNumber>): DistributedNumbers {
  const bySeries = new Map<number, number[]>();
  for (const { series, number } of numbers) {
    const seriesNumbers = bySeries.get(series);
    if (seriesNumbers) seriesNumbers.push(number);
    else bySeries.set(series, [number]);
  }
  for (const seriesNumbers of bySeries.values()) seriesNumbers.sort(ascending);
  return {
    series: [...bySeries.keys()].sort(ascending),
    numbersOf: (series) => bySeries.get(series) ?? [],
  };
}

function ascending(a: number, b: number): number {
  return a - b;
}

function* nearestFirst(sorted: ArrayLike<number>, target: number): Generator<number, void> {
  let above = firstAtLeast(sorted, target);
  let below = above - 1;
  for (;;) {
    const superior = sorted[above] ?? Infinity;
    const inferior = sorted[below] ?? -Infinity;
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

function firstAtLeast(sorted: ArrayLike<number>, target: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? Infinity) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
