import type { DistributedNumbers } from '../../rules/federal-draw.ts';

/** Lucky numbers as they are shown, `4.00153`, in the form in which a draw walks through them. */
export function distributed(numbers: Iterable<string>): DistributedNumbers {
  const bySeries = new Map<number, number[]>();
  for (const text of numbers) {
    const [series = 0, number = 0] = text.split('.').map(Number);
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

function ascending(one: number, other: number): number {
  return one - other;
}
