import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { LuckyNumber } from '../rewards/lucky-numbers.ts';

export interface DrawLimits {
  prizes: number;
  alternates: number;
  /** How many winners and alternates one person may be; Infinity means no limit. */
  maximum: number;
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
  { prizes, alternates, maximum }: DrawLimits,
  ownerOf: (number: LuckyNumber) => Owner | Promise<Owner>,
): Promise<DrawnPlaces<Owner>> {
  const chosen: OwnedNumber<Owner>[] = [];
  const passedOver: LuckyNumber[] = [];
  const places = prizes + alternates;
  if (places > 0) {
    for await (const number of order) {
      const owner = await ownerOf(number);
      const ownPrizes = chosen.filter((other) => other.owner === owner).length;
      if (ownPrizes >= maximum) passedOver.push(number);
      else chosen.push({ ...number, owner });
      if (chosen.length === places) break;
    }
  }
  return { winners: chosen.slice(0, prizes), alternates: chosen.slice(prizes), passedOver };
}

/** Who gets the prize of a disqualified winner, and the alternates left after that. */
interface Succession {
  successor: string | null;
  /** Alternates before the successor that are void by now: a refused receipt wins nothing. */
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
