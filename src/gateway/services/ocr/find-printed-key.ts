import { median } from '../../../rules/printed-receipts/printed-key-groups.ts';
import type { RecognisedLine, RecognisedWord } from './recogniser.ts';

export type KeyLine = readonly RecognisedWord[];

const lookAlikes: Readonly<Record<string, string>> = {
  ...{ O: '0', o: '0', Q: '0', D: '0', U: '0', I: '1', l: '1', i: '1', '|': '1', '!': '1' },
  ...{ ']': '1', '[': '1', Z: '2', z: '2', S: '5', s: '5', G: '6', b: '6', T: '7', B: '8' },
  ...{ g: '9', q: '9', A: '4' },
};

// Constants without a comment: half or twice the value found as many keys on 68 worn receipts.

/** Milder penalties for letters join words to the digits: more lines reread, no more keys. */
const worth = { digit: 1, lookAlike: -0.25, letter: -1.5, mark: -0.45 };

// In heights of letters. A gap of 1 lost a third of the keys, a step of 0.2 those on bent paper.
const maxGap = 5;
const maxOverlap = 0.6;
const maxStep = 0.6;

const minTallRatio = 1.5;
const minShared = 0.6;

/** Digits of a key's group, and of its first line; at 20, keys on three lines were lost. */
const minRun = 4;
const minKeyDigits = 11;

/** Eight digits among many words would do too, but reread twice as many lines for one more key. */
function shortestRunBeside(others: number): number {
  if (others > 2) return 20;
  return others > 1 ? 8 : minRun;
}

/** Readings lose or double some of the 44 digits; a minimum of 40 lost a key. */
const likelyKeyLength = { min: 37, max: 50 };
const wholeKey = { min: 43, max: 46 };

/** With two lines, a fifth of the keys was lost; with steps of 1.5 heights, half of them. */
const maxKeyLines = 4;
const maxLineStep = 4;

interface Run {
  words: RecognisedWord[];
  length: number;
  digits: number;
  others: number;
  y: number;
  height: number;
}

/** Joins pieces of bent lines by the places of their words. @param passes best reading first */
export function keyLinesIn(passes: readonly (readonly RecognisedLine[])[]): KeyLine[] {
  const rows = passes.map(rowsIn);
  const [inGroups] = rows
    .map((pass) => pass.flatMap((row) => runOfGroups(row) ?? []).filter(isWhole))
    .filter((runs) => runs.length > 0);
  if (inGroups) return inGroups.slice(0, maxKeyLines).map((run) => run.words);
  const runs = (rows[0] ?? [])
    .map((row) => runOfGroups(row) ?? runIn(row))
    .filter(({ length, others }) => length >= shortestRunBeside(others))
    .toSorted((a, b) => a.y - b.y);
  const whole = runs.filter(isWhole);
  if (whole.length > 0) return whole.slice(0, maxKeyLines).map((run) => run.words);
  const near = new Set(runs.flatMap((_, start) => keysFrom(runs.slice(start))));
  return runs.filter((run) => near.has(run)).map((run) => run.words);
}

function rowsIn(lines: readonly RecognisedLine[]): RecognisedWord[][] {
  return rowsOf(
    lines
      .flatMap((line) => line.words)
      .filter(({ text }) => /[\p{L}\d]/u.test(text))
      .toSorted((a, b) => a.left - b.left),
  );
}

function keysFrom(runs: readonly Run[]): Run[] {
  const chain: Run[] = [];
  let key: Run[] = [];
  for (const run of runs.slice(0, maxKeyLines)) {
    const last = chain.at(-1) ?? run;
    if (run.y - last.y > maxLineStep * Math.max(last.height, run.height)) break;
    chain.push(run);
    const length = chain.reduce((sum, line) => sum + line.length, 0);
    if (length >= likelyKeyLength.min && length <= likelyKeyLength.max) key = [...chain];
  }
  return (key[0]?.digits ?? 0) >= minKeyDigits ? key : [];
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
  const step = isTaller(word, other) ? 0 : Math.abs(middleOf(other) - middleOf(word));
  if (gap < -maxOverlap * height || gap > maxGap * height || step > maxStep * height) {
    return null;
  }
  return Math.max(gap, 0) + 2 * step;
}

const groupsOfKey = 11;

/** If five could be missing, a line with half a key would pass for a whole one. */
const maxMissing = 3;
const minGroups = 5;
const maxStepsBetween = 4.3;
const maxGroupStep = 1.3;

/** How far a group may be from an even step, in steps. */
const unevenness = 0.2;

/** Where two bent lines were taken for one, a word's box contains the line below as well. */
function isTaller(one: RecognisedWord, other: RecognisedWord): boolean {
  const [low, high] = [one, other].toSorted((a, b) => a.height - b.height);
  if (!low || !high || high.height < minTallRatio * low.height) return false;
  const shared =
    Math.min(low.top + low.height, high.top + high.height) - Math.max(low.top, high.top);
  return shared > minShared * low.height;
}

function middleOf({ top, height }: RecognisedWord): number {
  return top + height / 2;
}

/** A key's groups of four are evenly spaced: misread words between them belong to it as well. */
function runOfGroups(row: readonly RecognisedWord[]): Run | null {
  const groups = evenGroupsOf(row);
  if (!groups) return null;
  const { step } = groups;
  let { from, to } = groups;
  const isNext = (word: RecognisedWord | undefined, beside: RecognisedWord | undefined) =>
    word !== undefined &&
    beside !== undefined &&
    lengthOf([word]) >= 2 &&
    Math.abs(centreOf(word) - centreOf(beside)) < maxGroupStep * step;
  const count = () => 1 + Math.round(farFrom(row[from], row[to - 1]) / step);
  while (count() < groupsOfKey && isNext(row[from - 1], row[from])) from -= 1;
  while (count() < groupsOfKey && isNext(row[to], row[to - 1])) to += 1;
  const words = row.slice(from, to);
  const whole = withMissing(words, groupsOfKey - count(), step);
  const length = 4 * (whole.length > words.length ? groupsOfKey : count());
  return { ...measured(words), words: whole, length, others: row.length - words.length };
}

/** The most groups of a row that follow one another at even steps, a few of them left out. */
function evenGroupsOf(row: readonly RecognisedWord[]) {
  const groups = row.flatMap((word, index) => (isGroupOfFour(word) ? [{ word, index }] : []));
  const step = median(groups.slice(1).map(({ word }, at) => farFrom(groups[at]?.word, word))) ?? 0;
  let chain: typeof groups = [];
  let longest: typeof groups = [];
  for (const group of groups) {
    const steps = farFrom(chain.at(-1)?.word, group.word) / step;
    const isEven = Math.abs(steps - Math.round(steps)) < unevenness && steps < maxStepsBetween;
    chain = isEven ? [...chain, group] : [group];
    if (chain.length > longest.length) longest = chain;
  }
  const first = longest[0];
  const last = longest.at(-1);
  if (longest.length < minGroups || !first || !last) return null;
  return { from: first.index, to: last.index + 1, step };
}

/** Adds places, on both sides, for groups that no word shows; which of them belong to the key is found out later. */
function withMissing(
  words: readonly RecognisedWord[],
  missing: number,
  step: number,
): RecognisedWord[] {
  const first = words[0];
  const last = words.at(-1);
  if (missing < 1 || missing > maxMissing || !first || !last) return [...words];
  const room = Math.round(missing * step);
  const before = { ...first, text: '', left: Math.max(0, first.left - room) };
  return [before, ...words, { ...last, text: '', left: last.left + room }];
}

function centreOf({ left, width }: RecognisedWord): number {
  return left + width / 2;
}

/** From the middle of a word to that of another on its right; 0 where one is missing. */
function farFrom(one: RecognisedWord | undefined, other: RecognisedWord | undefined): number {
  return one && other ? centreOf(other) - centreOf(one) : 0;
}

function isGroupOfFour({ text }: RecognisedWord): boolean {
  const digits = asDigits(text);
  return (
    digits.length === 4 && lengthOf([{ text }]) === 4 && text.replaceAll(/\D/g, '').length >= 2
  );
}

function isWhole({ length }: Run): boolean {
  return length >= wholeKey.min && length <= wholeKey.max;
}

/** The words with most digits; at its ends, misread groups of four as well. */
function runIn(row: readonly RecognisedWord[]): Run {
  let best = { from: 0, to: 0, sum: 0 };
  let open = { from: 0, sum: 0 };
  for (const [index, { text }] of row.entries()) {
    if (open.sum <= 0) open = { from: index, sum: 0 };
    open.sum += worthOf(text);
    if (open.sum > best.sum) best = { from: open.from, to: index + 1, sum: open.sum };
  }
  let words = row.slice(best.from, best.to);
  const isGroup = (word: RecognisedWord | undefined) =>
    word !== undefined && lengthOf([word]) >= 2 && lengthOf([word]) <= minRun + 1;
  if (lengthOf(words) > likelyKeyLength.max / 2) {
    while (lengthOf(words) < 44 && isGroup(row[best.from - 1])) {
      best.from -= 1;
      words = row.slice(best.from, best.to);
    }
    while (lengthOf(words) < 44 && isGroup(row[best.to])) {
      best.to += 1;
      words = row.slice(best.from, best.to);
    }
  }
  return { ...measured(words), others: row.length - words.length };
}

function measured(words: RecognisedWord[]): Omit<Run, 'others'> {
  return {
    words,
    length: lengthOf(words),
    digits: words.reduce((sum, { text }) => sum + text.replaceAll(/\D/g, '').length, 0),
    y: words.reduce((sum, { top, height }) => sum + top + height / 2, 0) / words.length,
    height: median(words.map(({ height }) => height)) ?? 0,
  };
}

function lengthOf(words: readonly Pick<RecognisedWord, 'text'>[]): number {
  return words.reduce((sum, { text }) => sum + text.replaceAll(/[^\p{L}\d]/gu, '').length, 0);
}

function worthOf(text: string): number {
  return [...text].reduce((sum, character) => {
    if (/\d/.test(character)) return sum + worth.digit;
    if (lookAlikes[character]) return sum + worth.lookAlike;
    return sum + (/\p{L}/u.test(character) ? worth.letter : worth.mark);
  }, 0);
}

/** The word's digits, with letters taken for the digits that they look like. */
export function asDigits(text: string): string {
  return [...text]
    .map((character) => lookAlikes[character] ?? character)
    .join('')
    .replaceAll(/\D/g, '');
}
