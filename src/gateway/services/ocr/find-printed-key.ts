import { isClearKey, type KeyPart } from '../../../rules/printed-key.ts';
import { asSharp, type GreyPicture } from './grey-picture.ts';
import { keyGroups, type PlacedDigits } from './key-groups.ts';
import { stackOf } from './line-strips.ts';
import type { RecognisedLine, RecognisedWord, Recogniser } from './recogniser.ts';

export type KeyLine = readonly RecognisedWord[];

const lookAlikes: Readonly<Record<string, string>> = {
  ...{ O: '0', o: '0', Q: '0', D: '0', U: '0', I: '1', l: '1', i: '1', '|': '1', '!': '1' },
  ...{ ']': '1', '[': '1', Z: '2', z: '2', S: '5', s: '5', G: '6', b: '6', T: '7', B: '8' },
  ...{ g: '9', q: '9', A: '4' },
};

const worth = { digit: 1, lookAlike: -0.25, letter: -1.5, mark: -0.45 };

// In heights of the letters.
const widestGap = 5;
const mostOverlap = 0.6;
const mostStep = 0.6;

const leastRun = 4;
const leastOfKey = 11;

function shortestRunBeside(others: number): number {
  if (others > 2) return 20;
  return others > 1 ? 8 : leastRun;
}

const aboutAKey = { least: 37, most: 50 };
const wholeKey = { least: 43, most: 46 };
const mostLinesOfKey = 4;
const widestStep = 4;

interface Run {
  words: RecognisedWord[];
  length: number;
  digits: number;
  others: number;
  y: number;
  height: number;
}

/** By where words stand: bent lines are recognised in pieces. Leaves out codes beside words. */
export function keyLinesIn(lines: readonly RecognisedLine[]): KeyLine[] {
  const words = lines
    .flatMap((line) => line.words)
    .filter(({ text }) => /[\p{L}\d]/u.test(text))
    .toSorted((one, other) => one.left - other.left);
  const runs = rowsOf(words)
    .map(runIn)
    .filter(({ length, others }) => length >= shortestRunBeside(others))
    .toSorted((one, other) => one.y - other.y);
  const whole = runs.filter(({ length }) => length >= wholeKey.least && length <= wholeKey.most);
  if (whole.length > 0) return whole.slice(0, mostLinesOfKey).map((run) => run.words);
  const near = new Set(runs.flatMap((_, start) => keysFrom(runs.slice(start))));
  return runs.filter((run) => near.has(run)).map((run) => run.words);
}

function keysFrom(runs: readonly Run[]): Run[] {
  const chain: Run[] = [];
  let key: Run[] = [];
  for (const run of runs.slice(0, mostLinesOfKey)) {
    const last = chain.at(-1) ?? run;
    if (run.y - last.y > widestStep * Math.max(last.height, run.height)) break;
    chain.push(run);
    const length = chain.reduce((sum, one) => sum + one.length, 0);
    if (length >= aboutAKey.least && length <= aboutAKey.most) key = [...chain];
  }
  return (key[0]?.digits ?? 0) >= leastOfKey ? key : [];
}

function rowsOf(words: readonly RecognisedWord[]): RecognisedWord[][] {
  const followers = new Map<RecognisedWord, RecognisedWord>();
  const following = new Set<RecognisedWord>();
  for (const word of words) {
    let nearest: { word: RecognisedWord; far: number } | null = null;
    for (const other of words) {
      const far = following.has(other) ? null : distance(word, other);
      if (far !== null && (nearest === null || far < nearest.far)) nearest = { word: other, far };
    }
    if (!nearest) continue;
    followers.set(word, nearest.word);
    following.add(nearest.word);
  }
  return words
    .filter((word) => !following.has(word))
    .map((first) => {
      const row: RecognisedWord[] = [];
      for (let word: RecognisedWord | undefined = first; word; word = followers.get(word)) {
        row.push(word);
      }
      return row;
    });
}

function distance(word: RecognisedWord, other: RecognisedWord): number | null {
  if (other.left <= word.left) return null;
  const height = Math.min(word.height, other.height);
  const gap = other.left - (word.left + word.width);
  const step = Math.abs(other.top + other.height / 2 - (word.top + word.height / 2));
  if (gap < -mostOverlap * height || gap > widestGap * height || step > mostStep * height) {
    return null;
  }
  return Math.max(gap, 0) + 2 * step;
}

/** The words with most digits; at its ends, misread groups of four as well. */
function runIn(row: readonly RecognisedWord[]): Run {
  let best = { from: 0, to: 0, sum: 0 };
  let open = { from: 0, sum: 0 };
  for (const [place, { text }] of row.entries()) {
    if (open.sum <= 0) open = { from: place, sum: 0 };
    open.sum += worthOf(text);
    if (open.sum > best.sum) best = { from: open.from, to: place + 1, sum: open.sum };
  }
  let words = row.slice(best.from, best.to);
  const isGroup = (word: RecognisedWord | undefined) =>
    word !== undefined && lengthOf([word]) >= 2 && lengthOf([word]) <= leastRun + 1;
  if (lengthOf(words) > aboutAKey.most / 2) {
    while (lengthOf(words) < 44 && isGroup(row[best.from - 1])) {
      best.from -= 1;
      words = row.slice(best.from, best.to);
    }
    while (lengthOf(words) < 44 && isGroup(row[best.to])) {
      best.to += 1;
      words = row.slice(best.from, best.to);
    }
  }
  const heights = words.map(({ height }) => height).toSorted((one, other) => one - other);
  return {
    words,
    length: lengthOf(words),
    digits: words.reduce((sum, { text }) => sum + text.replaceAll(/\D/g, '').length, 0),
    others: row.length - words.length,
    y: words.reduce((sum, { top, height }) => sum + top + height / 2, 0) / words.length,
    height: heights[Math.floor(heights.length / 2)] ?? 0,
  };
}

function lengthOf(words: readonly RecognisedWord[]): number {
  return words.reduce((sum, { text }) => sum + text.replaceAll(/[^\p{L}\d]/gu, '').length, 0);
}

function worthOf(text: string): number {
  return [...text].reduce((sum, one) => {
    if (/\d/.test(one)) return sum + worth.digit;
    if (lookAlikes[one]) return sum + worth.lookAlike;
    return sum + (/\p{L}/u.test(one) ? worth.letter : worth.mark);
  }, 0);
}

interface Way {
  height: number;
  isFirst?: boolean;
  second?: boolean;
  pale?: boolean;
  blur?: number;
  dark?: boolean;
}

/** Each height, model and treatment misreads other digits: what most of them read is printed. */
const ways: readonly Way[] = [
  { height: 30, second: true },
  { height: 42, second: true, blur: 1.5, isFirst: true },
  { height: 54, second: true },
  { height: 42, dark: true },
  { height: 54, isFirst: true },
  { height: 36, second: true, pale: true, isFirst: true },
];

/** Reads each line once in each way, by its groups where it has some; in fewer where it is clear. */
export async function readKeyLines(
  page: GreyPicture,
  lines: readonly KeyLine[],
  recognise: Recogniser,
): Promise<KeyPart[]> {
  if (lines.length === 0) return [];
  const first = await Promise.all(
    ways.map((way) => (way.isFirst ? readIn(way, page, lines, recognise) : null)),
  );
  const some = first.filter((reading) => reading !== null);
  const parts = partsOf(lines, some);
  if (isClearKey(parts, some.length)) return parts;
  const all = ways.map((way, place) => first[place] ?? readIn(way, page, lines, recognise));
  return partsOf(lines, await Promise.all(all));
}

async function readIn(
  way: Way,
  page: GreyPicture,
  lines: readonly KeyLine[],
  recognise: Recogniser,
): Promise<PlacedDigits[][]> {
  const { picture, widths, placeAt } = await stackOf(page, lines, way.height);
  const treated = await treat(picture, way);
  const { second = false, pale = false } = way;
  const read = await recognise(treated, { digits: true, second, pale });
  const placed = lines.map((): PlacedDigits[] => []);
  for (const { text, left, top, width, height } of read.lines.flatMap(({ words }) => words)) {
    const place = placeAt(top + height / 2);
    const all = widths[place] ?? 1;
    const digits = text.replaceAll(/\D/g, '');
    if (digits) placed[place]?.push({ digits, left: left / all, right: (left + width) / all });
  }
  return placed.map((line) => line.toSorted((one, other) => one.left - other.left));
}

function partsOf(lines: readonly KeyLine[], readings: readonly PlacedDigits[][][]): KeyPart[] {
  return lines.flatMap((words, line) => {
    const first = words.map(({ text }) => asDigits(text)).join('');
    const read = readings.map((reading) => reading[line] ?? []);
    return keyGroups(first, read).map((part) => ({ ...part, line }));
  });
}

async function treat(picture: GreyPicture, { blur, dark }: Way): Promise<GreyPicture> {
  if (!blur && !dark) return picture;
  const sharp = asSharp(picture);
  const { data, info } = await (blur ? sharp.blur(blur) : sharp.linear(1.4, -90))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function asDigits(text: string): string {
  return [...text]
    .map((one) => lookAlikes[one] ?? one)
    .join('')
    .replaceAll(/\D/g, '');
}
