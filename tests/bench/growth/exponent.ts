import type { Figure } from '../figure.ts';

/** What a measure was at one size. */
export interface Point {
  n: number;
  value: number;
}

/**
 * The exponent k of value = c·n^k by least squares of the logarithms: 1 grows as the size does, 0
 * not at all. @throws RangeError for fewer than two sizes, or for a value that is not above zero.
 */
export function growthExponent(points: readonly Point[]): number {
  const sizes = new Set(points.map(({ n }) => n));
  if (sizes.size < 2 || points.some(({ n, value }) => n <= 0 || value <= 0)) {
    throw new RangeError('An exponent needs two sizes, and values above zero');
  }
  const logs = points.map(({ n, value }) => ({ x: Math.log(n), y: Math.log(value) }));
  const mean = (of: (log: { x: number; y: number }) => number) =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)];
  return mean((log) => (log.x - x) * (log.y - y)) / mean((log) => (log.x - x) ** 2);
}

/** A measure at its sizes, and how it grows; what is there at any size hides in the last step least. */
export function growthFigures(
  name: string,
  { unit, of, how }: { unit: string; of: string; how: string },
  points: readonly Point[],
): Figure[] {
  const last = growthExponent(points.slice(-2)).toFixed(2);
  return [
    ...points.map(({ n, value }) => ({
      area: 'Growth',
      name: `${name}, ${n.toLocaleString('en')} ${of}`,
      value,
      unit,
      how,
    })),
    {
      area: 'Growth',
      name: `${name}: exponent over ${of}`,
      value: growthExponent(points),
      unit: '',
      how: `least squares; ${last} in the last step`,
    },
  ];
}
