import type { KeyPart } from '../../../rules/printed-key.ts';
import { daysIn } from '../../../rules/printed-moment.ts';
import { type ReadLine, sumNamedBy } from '../../../rules/printed-total.ts';
import type { GreyPicture } from './grey-picture.ts';
import { stackOf } from './line-strips.ts';
import type { Recognised, RecognisedLine, RecognisedWord, Recogniser } from './recogniser.ts';

export interface Print {
  lines: ReadLine[];
  keyParts: KeyPart[];
}

/** Confidence and words that make a page legible; a short receipt needs fewer words. */
const legible = [
  { confidence: 65, words: 60 },
  { confidence: 85, words: 35 },
];

/** Digits are read at two heights of the letters, because each blurs others. */
const digitHeights = [30, 42] as const;
const textHeights = [36, 46] as const;

/** Lines with the day, a sum or a document are read again; no receipt has more of them. */
const mostReadAgain = 24;

/** Reads a page, then enlarges the lines that matter. @param tell is called after the first */
export async function readPrint(
  page: GreyPicture,
  recognise: Recogniser,
  withKey: boolean,
  tell: (soFar: Print) => void,
): Promise<Print> {
  const { lines } = await recognisePage(page, recognise);
  const runs = withKey ? nearKeys(digitRuns(lines)) : [];
  tell({ lines: lines.map(({ text }) => [text]), keyParts: [] });
  const again = lines
    .map((line, place) => ({ line, place }))
    .filter(({ line, place }) => matters(line, lines[place - 1]))
    .slice(0, mostReadAgain);
  const [texts, digits] = await Promise.all([
    Promise.all(
      textHeights.map((height, turn) =>
        readAgain(
          page,
          again.map(({ line }) => line.words),
          height,
          (picture) => recognise(picture, { second: turn === 0 }),
        ),
      ),
    ),
    Promise.all(
      digitHeights.map((height, turn) =>
        readAgain(
          page,
          runs.map(({ words }) => words),
          height,
          (picture) => recognise(picture, { digits: true, second: turn > 0 }),
        ),
      ),
    ),
  ]);
  const read = lines.map(({ text }): string[] => [text]);
  for (const [at, { place }] of again.entries()) {
    read[place]?.push(...texts.flatMap((reading) => reading[at] || []));
  }
  return {
    lines: read,
    keyParts: runs.map(({ line, digits: first }, place) => ({
      line,
      readings: [
        first,
        ...digits.map((reading) => (reading[place] ?? '').replaceAll(' ', '')),
      ].filter((reading) => reading !== ''),
    })),
  };
}

async function recognisePage(page: GreyPicture, recognise: Recogniser): Promise<Recognised> {
  const first = await recognise(page, { inverted: true });
  const words = wordsOf(first);
  if (legible.some((least) => first.confidence > least.confidence && words > least.words)) {
    return first;
  }
  const second = await recognise(page, { pale: true });
  return sureness(second) > sureness(first) ? second : first;
}

function sureness(read: Recognised): number {
  return read.confidence * wordsOf(read);
}

function wordsOf({ lines }: Recognised): number {
  return lines.reduce((sum, { words }) => sum + words.length, 0);
}

async function readAgain(
  page: GreyPicture,
  lines: readonly (readonly RecognisedWord[])[],
  letterHeight: number,
  recognise: (picture: GreyPicture) => Promise<Recognised>,
): Promise<string[]> {
  const texts = lines.map(() => '');
  if (lines.length === 0) return texts;
  const { picture, placeAt } = await stackOf(page, lines, letterHeight);
  const { lines: found } = await recognise(picture);
  for (const { words } of found) {
    for (const { text, top, height } of words) {
      const place = placeAt(top + height / 2);
      if (place >= 0) texts[place] = `${texts[place]} ${text}`.trim();
    }
  }
  return texts;
}

const aboutTheShop = /C\.?N\.?P\.?J|\d\d\.\d{3}\.\d{3}/i;

const aMoment = /\d\d[/:]\d\d[/:]\d\d/;

function matters(line: RecognisedLine, before: RecognisedLine | undefined): boolean {
  const hasDay = (text: string) => daysIn(text).length > 0 || aMoment.test(text);
  return (
    hasDay(line.text) ||
    aboutTheShop.test(line.text) ||
    sumNamedBy([line.text]) !== null ||
    (before !== undefined && sumNamedBy([before.text]) !== null && /\d,\d\d/.test(line.text))
  );
}

interface DigitRun {
  line: number;
  words: RecognisedWord[];
  digits: string;
}

const lookAlikes: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  l: '1',
  i: '1',
  '|': '1',
  '!': '1',
  ']': '1',
  '[': '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  T: '7',
  B: '8',
  g: '9',
  q: '9',
  A: '4',
};

const leastRun = 8;
const leastAmongWords = 20;
const leastTail = 4;

function digitRuns(lines: readonly RecognisedLine[]): DigitRun[] {
  const runs: DigitRun[] = [];
  for (const [line, { words }] of lines.entries()) {
    const run = longestRun(words);
    const digits = run.map(({ text }) => asDigits(text)).join('');
    const others = words.length - run.length;
    const follows = runs.at(-1)?.line === line - 1;
    const isPart = digits.length >= leastAmongWords || (digits.length >= leastRun && others <= 2);
    if (isPart || (follows && others <= 1 && digits.length >= leastTail)) {
      runs.push({ line, words: run, digits });
    }
  }
  return runs;
}

/** Digits of a printed key, with room for those that a reading drops or doubles. */
const aboutAKey = { least: 38, most: 50 };
const mostPartsOfAKey = 4;

/** Leaves out codes of products, which are shorter and stand beside words. */
function nearKeys(runs: readonly DigitRun[]): DigitRun[] {
  const near = new Set<DigitRun>();
  for (const start of runs.keys()) {
    const chain: DigitRun[] = [];
    for (const run of runs.slice(start, start + mostPartsOfAKey)) {
      if (chain.length > 0 && run.line - (chain.at(-1)?.line ?? 0) > 2) break;
      chain.push(run);
      const length = chain.reduce((sum, { digits }) => sum + digits.length, 0);
      if (length < aboutAKey.least || length > aboutAKey.most) continue;
      for (const one of chain) near.add(one);
    }
  }
  return runs.filter((run) => near.has(run));
}

function longestRun(words: readonly RecognisedWord[]): RecognisedWord[] {
  let longest: RecognisedWord[] = [];
  let run: RecognisedWord[] = [];
  const size = (some: readonly RecognisedWord[]) =>
    some.reduce((sum, { text }) => sum + asDigits(text).length, 0);
  for (const word of words) {
    run = isOfDigits(word.text) ? [...run, word] : [];
    if (size(run) > size(longest)) longest = run;
  }
  return longest;
}

function isOfDigits(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  const plain = text.replaceAll(/[.-]/g, '');
  return digits >= 1 && plain.length >= 2 && asDigits(plain).length === plain.length;
}

function asDigits(text: string): string {
  return [...text]
    .map((one) => lookAlikes[one] ?? one)
    .join('')
    .replaceAll(/\D/g, '');
}
