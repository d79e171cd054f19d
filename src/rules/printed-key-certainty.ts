/** How many readings of one place of a key have each character. */
export type Votes = ReadonlyMap<string, number>;

/** What a digit that no reading saw may have, in readings: all of them may be wrong alike. */
const unseen = 0.004;

const digits = '0123456789';
const keyLength = 44;

/**
 * How likely a key is that holds, 0 to 1. Its own digit holds by chance in one of 11, so the shares
 * of all other keys that hold as well are added up, remainder by remainder.
 * @param proven places that have proofs of their own, which are left out
 */
export function keyCertainty(
  key: string,
  votes: readonly Votes[],
  proven: { from: number; to: number },
): number {
  let likelihood = 1;
  let remainders: readonly number[] = [1, ...new Array<number>(10).fill(0)];
  for (const [place, column] of votes.entries()) {
    if (place >= proven.from && place < proven.to) continue;
    const shares = sharesOf(column);
    const own = Number(key[place]);
    likelihood *= shares[own] ?? 0;
    remainders = afterDigit(remainders, shares, own, weightOf(place));
  }
  return likelihood / Math.max(remainders[0] ?? 0, likelihood);
}

function sharesOf(column: Votes): number[] {
  const all = [...column.values()].reduce((sum, one) => sum + one, digits.length * unseen);
  return Array.from(digits, (digit) => ((column.get(digit) ?? 0) + unseen) / all);
}

/** How likely each remainder by 11 is that a key may differ by from the one that holds. */
function afterDigit(
  remainders: readonly number[],
  shares: readonly number[],
  own: number,
  weight: number,
): number[] {
  return remainders.map((_, remainder) =>
    shares.reduce((sum, share, digit) => {
      const before = (remainder - weight * (digit - own)) % 11;
      return sum + share * (remainders.at(before) ?? 0);
    }, 0),
  );
}

/** The weights of a key's own digit: 2 to 9 from the right, again and again. */
function weightOf(place: number): number {
  return place === keyLength - 1 ? 1 : 2 + ((keyLength - 2 - place) % 8);
}
