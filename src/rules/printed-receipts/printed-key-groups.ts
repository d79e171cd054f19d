/** What a reading shows of a line, and where, as fractions of the line's width. */
export interface PlacedDigits {
  digits: string;
  left: number;
  right: number;
}

interface ReadGroup {
  readings: string[];
  length?: number;
}

const groupLength = 4;

const minShown = 6;
const alikeWidth = 0.25;
const maxStep = 1.7;

/** A dropped digit spoils one group, not the line. @param first the reading of the whole page */
export function keyGroups(first: string, readings: readonly PlacedDigits[][]): ReadGroup[] {
  const centres = centresOf(readings);
  if (centres.length < 2) {
    const whole = readings.map((line) => line.map(({ digits }) => digits).join(''));
    return [{ readings: [first, ...whole].filter((reading) => reading !== '') }];
  }
  const all = readings.map((line) => groupsOf(line, centres));
  if (first.length === groupLength * centres.length) all.push(inFours(first));
  return centres.map((_, index) => ({
    readings: all.map((groups) => groups[index] ?? '').filter((reading) => reading !== ''),
    length: groupLength,
  }));
}

function inFours(digits: string): string[] {
  return digits.match(/.{4}/g) ?? [];
}

/** Empty when too few words of four digits are evenly spaced. */
function centresOf(readings: readonly PlacedDigits[][]): number[] {
  const fours = readings.map((line) => line.filter(({ digits }) => digits.length === groupLength));
  const width = median(fours.flat().map(({ left, right }) => right - left)) ?? 0;
  const alike = fours.map((line) =>
    line
      .filter(({ left, right }) => Math.abs(right - left - width) < alikeWidth * width)
      .map(({ left, right }) => (left + right) / 2),
  );
  const steps = alike
    .flatMap((line) => line.slice(1).map((centre, index) => centre - (line[index] ?? 0)))
    .filter((step) => step < maxStep * width);
  const seen = alike.flat().toSorted((a, b) => a - b);
  if (seen.length < minShown || steps.length < minShown / 2) return [];
  const step = median(steps) ?? 0;
  const centres: number[] = [];
  for (const centre of clustersOf(seen, step)) {
    const from = centres.at(-1) ?? centre - step;
    const between = Math.round((centre - from) / step);
    for (let one = 1; one <= between; one += 1) {
      centres.push(from + ((centre - from) * one) / between);
    }
  }
  return withEnds(centres, step, readings.flat());
}

function clustersOf(seen: readonly number[], step: number): number[] {
  const clusters: number[][] = [];
  for (const centre of seen) {
    const last = clusters.at(-1);
    if (last && centre - (last.at(-1) ?? 0) < 0.4 * step) last.push(centre);
    else clusters.push([centre]);
  }
  return clusters.flatMap((cluster) => median(cluster) ?? []);
}

function withEnds(
  centres: readonly number[],
  step: number,
  words: readonly PlacedDigits[],
): number[] {
  const all = [...centres];
  const isRead = (centre: number) =>
    words.some(({ left, right }) => left < centre + step / 4 && right > centre - step / 4);
  for (let next = (all[0] ?? 0) - step; next > 0 && isRead(next); next -= step) all.unshift(next);
  for (let next = (all.at(-1) ?? 1) + step; next < 1 && isRead(next); next += step) all.push(next);
  return all;
}

function groupsOf(line: readonly PlacedDigits[], centres: readonly number[]): string[] {
  const digits = line.map((word) => word.digits).join('');
  if (digits.length === groupLength * centres.length) return inFours(digits);
  const groups = centres.map(() => '');
  for (const word of line) {
    for (const [index, digit] of [...word.digits].entries()) {
      const share = (index + 0.5) / word.digits.length;
      const at = nearest(centres, word.left + share * (word.right - word.left));
      groups[at] += digit;
    }
  }
  return groups;
}

function nearest(centres: readonly number[], x: number): number {
  const far = centres.map((centre) => Math.abs(centre - x));
  return far.indexOf(Math.min(...far));
}

/** Upper median; null without values. */
export function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
