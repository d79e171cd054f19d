import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { LuckyNumber } from '../rewards/lucky-numbers.ts';

export interface DrawLimits {
  prizes: number;
  alternates: number;
  /** How many winners and alternates one person may be; Infinity means no limit. */
  maxWinsPerPerson: number;
}

interface OwnedNumber<Owner> extends LuckyNumber {
  owner: Owner;
}

export interface DrawnPlaces<Owner> {
  winners: OwnedNumber<Owner>[];
  /** In the order in which they replace disqualified winners. */
  alternates: OwnedNumber<Owner>[];
  /** Nearer numbers that were skipped because their owners had as many places as allowed. */
  passedOver: LuckyNumber[];
}

/** Gives the prizes, then the alternates' places, in draw order; skips owners at their limit. */
export async function fillPlaces<Owner>(
  order: AsyncIterable<LuckyNumber>,
  { prizes, alternates, maxWinsPerPerson }: DrawLimits,
  ownerOf: (number: LuckyNumber) => Owner | Promise<Owner>,
): Promise<DrawnPlaces<Owner>> {
  const chosen: OwnedNumber<Owner>[] = [];
  const passedOver: LuckyNumber[] = [];
  const places = prizes + alternates;
  if (places > 0) {
    for await (const number of order) {
      const owner = await ownerOf(number);
      const ownPrizes = chosen.filter((other) => other.owner === owner).length;
      if (ownPrizes >= maxWinsPerPerson) passedOver.push(number);
      else chosen.push({ ...number, owner });
      if (chosen.length === places) break;
    }
  }
  return { winners: chosen.slice(0, prizes), alternates: chosen.slice(prizes), passedOver };
}

/** Who gets the prize of a disqualified winner, and the alternates left after that. */
interface Succession {
  successor: string | null;
  /** Alternates before the successor that are void by now: a denied receipt wins nothing. */
  fallen: string[];
  alternates: string[];
}

export function succession(
  alternates: readonly string[],
  isValid: (number: string) => boolean,
): Succession {
  const index = alternates.findIndex(isValid);
  const end = index < 0 ? alternates.length : index;
  return {
    successor: alternates[index] ?? null,
    fallen: alternates.slice(0, end),
    alternates: alternates.slice(end + 1),
  };
}

/** SHA-256 of the numbers as shown (`4.00153`) in the draw's sequence, each with a line feed. */
export function frozenListHash(numbers: Iterable<string>): string {
  const hash = sha256.create();
  for (const number of numbers) hash.update(utf8ToBytes(`${number}\n`));
  return bytesToHex(hash.digest());
}

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
