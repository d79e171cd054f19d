/** For one position of a key: how many readings have each character. */
export type Votes = ReadonlyMap<string, number>;

/** Readings of this length vote, and with `weight` those with one character too many or too few. */
export function votesOfReadings(
  readings: readonly string[],
  length: number,
  weight: number,
): Votes[] {
  const columns = Array.from({ length }, () => new Map<string, number>());
  for (const reading of readings) {
    if (reading.length === length) castVotes(columns, [...reading], { from: 0, weight: 1 });
  }
  const pattern = columns.map((column) => rankedIn(column)[0]?.[0] ?? '').join('');
  if (pattern.length !== length) return columns;
  const others = readings.filter((reading) => Math.abs(reading.length - length) === 1);
  for (const reading of others) castVotes(columns, fittedTo(pattern)(reading), { from: 0, weight });
  return columns;
}

/** An empty character, where a reading has a gap, is no vote. */
export function castVotes(
  columns: readonly Map<string, number>[],
  characters: readonly string[],
  { from, weight }: { from: number; weight: number },
): void {
  for (const [index, character] of characters.entries()) {
    const column = columns[from + index];
    if (column && character) column.set(character, (column.get(character) ?? 0) + weight);
  }
}

export function rankedIn(column: Votes): [string, number][] {
  return [...column].toSorted(([, a], [, b]) => b - a);
}

/** Drops a character of a longer reading, or adds a gap to a shorter one, where it agrees best. */
function fittedTo(pattern: string): (reading: string) => string[] {
  const agreement = (characters: readonly string[]) =>
    characters.filter((character, index) => character === pattern[index]).length;
  return (reading) => {
    const characters = [...reading];
    const isLonger = reading.length > pattern.length;
    const fits = Array.from(isLonger ? reading : pattern, (_, index) =>
      isLonger ? characters.toSpliced(index, 1) : characters.toSpliced(index, 0, ''),
    );
    return fits.reduce((best, fit) => (agreement(fit) > agreement(best) ? fit : best));
  };
}

/** Weight, in readings, of a digit that no reading saw: all readings may share a mistake. */
const unseen = 0.004;

const digits = '0123456789';
const keyLength = 44;

/**
 * How likely a key with a valid check digit is, 0 to 1. One in 11 is valid by chance, so we add up
 * the likelihoods of all other valid keys, remainder by remainder.
 * @param proven positions that are proven otherwise, and left out here
 */
export function keyCertainty(
  key: string,
  votes: readonly Votes[],
  proven: { from: number; to: number },
): number {
  let likelihood = 1;
  let remainders: readonly number[] = [1, ...new Array<number>(10).fill(0)];
  for (const [index, column] of votes.entries()) {
    if (index >= proven.from && index < proven.to) continue;
    const shares = sharesOf(column);
    const own = Number(key[index]);
    likelihood *= shares[own] ?? 0;
    remainders = afterDigit(remainders, shares, own, weightOf(index));
  }
  return likelihood / Math.max(remainders[0] ?? 0, likelihood);
}

function sharesOf(column: Votes): number[] {
  const all = [...column.values()].reduce((sum, vote) => sum + vote, digits.length * unseen);
  return Array.from(digits, (digit) => ((column.get(digit) ?? 0) + unseen) / all);
}

/** The likelihood of each remainder (by 11) by which another key may differ from the valid one. */
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

/** The weights for a key's check digit: 2 to 9 from the right, repeated. */
function weightOf(index: number): number {
  return index === keyLength - 1 ? 1 : 2 + ((keyLength - 2 - index) % 8);
}
