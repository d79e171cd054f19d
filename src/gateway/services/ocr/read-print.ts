import { daysIn } from '../../../rules/printed-receipts/printed-facts.ts';
import type { KeyPart } from '../../../rules/printed-receipts/printed-key.ts';
import { type ReadLine, sumNamedBy } from '../../../rules/printed-receipts/printed-total.ts';
import { keyLinesIn } from './find-printed-key.ts';
import type { GreyPicture } from './grey-picture.ts';
import { stackOf } from './line-strips.ts';
import { readKeyLines } from './read-printed-key.ts';
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

const lightestPrint = 225;

/** Dark pixels of a page with print at least: those of some five letters. */
const minInk = 1000;

const textHeights = { all: 36, disputed: 46 };

/** Lines with the day, a sum or a document are read again; no receipt has more of them. */
const maxLinesReadAgain = 24;

/** False for a page on which there is nothing to read, such as a photo of a code alone. */
export function hasPrint({ data }: GreyPicture): boolean {
  let ink = 0;
  for (const grey of data) if (grey < lightestPrint) ink += 1;
  return ink >= minInk;
}

/** Reads a page, then enlarges the lines that matter. @param onProgress called after each of the two */
export async function readPrint(
  page: GreyPicture,
  recognise: Recogniser,
  { findsKey, onProgress }: { findsKey: boolean; onProgress: (soFar: Print) => void },
): Promise<Print> {
  const [{ lines }, ...passes] = await recognisePage(page, recognise);
  onProgress({ lines: lines.map(({ text }) => [text]), keyParts: [] });
  const [again, keyParts] = await Promise.all([
    readOnceOrTwiceMore(page, lines, recognise).then((read) => {
      onProgress({ lines: read, keyParts: [] });
      return read;
    }),
    readKeyLines(
      page,
      findsKey ? keyLinesIn([lines, ...passes.map((pass) => pass.lines)]) : [],
      recognise,
    ),
  ]);
  return { lines: again, keyParts };
}

/** Reads the lines that matter with the second model; a third time if that reads other digits. */
async function readOnceOrTwiceMore(
  page: GreyPicture,
  lines: readonly RecognisedLine[],
  recognise: Recogniser,
): Promise<ReadLine[]> {
  const read = lines.map(({ text }): string[] => [text]);
  const readAt = async (
    lineIndexes: readonly number[],
    height: number,
    model: 'first' | 'second',
  ) => {
    const words = lineIndexes.map((lineIndex) => lines[lineIndex]?.words ?? []);
    const texts = await readAgain(page, words, height, (picture) =>
      recognise(picture, { secondModel: model === 'second' }),
    );
    for (const [order, lineIndex] of lineIndexes.entries())
      read[lineIndex]?.push(...(texts[order] ? [texts[order]] : []));
  };
  const again = lines
    .map((line, index) => (matters(line, lines[index - 1]) ? index : -1))
    .filter((index) => index >= 0)
    .slice(0, maxLinesReadAgain);
  await readAt(again, textHeights.all, 'second');
  const disputed = again.filter((index) => !isReadAlike(read[index] ?? []));
  await readAt(disputed, textHeights.disputed, 'first');
  return read;
}

/** Compares only digits: words are misread in many ways, and we do not need them. */
function isReadAlike(line: ReadLine): boolean {
  const [first, second] = line.map((reading) => reading.replaceAll(/[^\d,]/g, ''));
  return second !== undefined && first === second;
}

async function recognisePage(
  page: GreyPicture,
  recognise: Recogniser,
): Promise<[Recognised, ...Recognised[]]> {
  const first = await recognise(page, { inverted: true });
  const words = wordsOf(first);
  if (legible.some((least) => first.confidence > least.confidence && words > least.words)) {
    return [first];
  }
  const second = await recognise(withoutGrain(page), { pale: true });
  return sureness(second) > sureness(first) ? [second, first] : [first, second];
}

/** The grain of a paper without print would be read as hundreds of words. */
function withoutGrain(page: GreyPicture): GreyPicture {
  return { ...page, data: page.data.map((grey) => (grey < lightestPrint ? grey : 255)) };
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
      const index = placeAt(top + height / 2);
      if (index >= 0) texts[index] = `${texts[index]} ${text}`.trim();
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
