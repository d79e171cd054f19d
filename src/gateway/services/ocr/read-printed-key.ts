import { isClearKey, type KeyPart } from '../../../rules/printed-receipts/printed-key.ts';
import {
  keyGroups,
  type PlacedDigits,
} from '../../../rules/printed-receipts/printed-key-groups.ts';
import { asDigits, type KeyLine } from './find-printed-key.ts';
import { asSharp, type GreyPicture, toGrey } from './grey-picture.ts';
import { stackOf } from './line-strips.ts';
import type { Recogniser } from './recogniser.ts';

interface Way {
  height: number;
  /** Default: 3. */
  turn?: 1 | 2;
  secondModel?: boolean;
  pale?: boolean;
  blur?: number;
  dark?: boolean;
}

/** Each height, model and treatment misreads other digits: what most of them read is right. */
const ways: readonly Way[] = [
  { height: 30, secondModel: true },
  { height: 42, secondModel: true, blur: 1.5, turn: 1 },
  { height: 54, secondModel: true },
  { height: 42, dark: true },
  { height: 54, turn: 1 },
  { height: 36, secondModel: true, pale: true, turn: 2 },
];

/** How many equal readings are enough; the page's own counts if it has the whole line. */
const enoughAlike = 3;

/** Reads each line in each way, by its groups if it has some; stops once the key is clear. */
export async function readKeyLines(
  page: GreyPicture,
  lines: readonly KeyLine[],
  recognise: Recogniser,
): Promise<KeyPart[]> {
  if (lines.length === 0) return [];
  const readings: PlacedDigits[][][] = ways.map(() => []);
  let parts: KeyPart[] = [];
  for (const turn of [1, 2, 3]) {
    await Promise.all(
      ways.map(async (way, index) => {
        if ((way.turn ?? 3) === turn) readings[index] = await readIn(way, page, lines, recognise);
      }),
    );
    parts = partsOf(
      lines,
      readings.filter((reading) => reading.length > 0),
    );
    if (isClearKey(parts, enoughAlike)) return parts;
  }
  return parts;
}

async function readIn(
  way: Way,
  page: GreyPicture,
  lines: readonly KeyLine[],
  recognise: Recogniser,
): Promise<PlacedDigits[][]> {
  const { picture, widths, placeAt } = await stackOf(page, lines.map(withEnds), way.height);
  const treated = await treat(picture, way);
  const { secondModel = false, pale = false } = way;
  const read = await recognise(treated, { digits: true, secondModel, pale });
  const placed = lines.map((): PlacedDigits[] => []);
  for (const { text, left, top, width, height } of read.lines.flatMap(({ words }) => words)) {
    const index = placeAt(top + height / 2);
    const all = widths[index] ?? 1;
    const digits = text.replaceAll(/\D/g, '');
    if (digits) placed[index]?.push({ digits, left: left / all, right: (left + width) / all });
  }
  return placed.map((line) => line.toSorted((a, b) => a.left - b.left));
}

/** The page's reading may have lost a first or a last digit, and its box as well. */
function withEnds(words: KeyLine): KeyLine {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return words;
  const before = { ...first, left: Math.max(0, first.left - first.height) };
  return [before, ...words, { ...last, left: last.left + last.height }];
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
  return toGrey(blur ? sharp.blur(blur) : sharp.linear(1.4, -90));
}
