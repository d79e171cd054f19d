import { isClearKey, type KeyPart } from '../../../rules/printed-key.ts';
import { keyGroups, type PlacedDigits } from '../../../rules/printed-key-groups.ts';
import { asDigits, type KeyLine } from './find-printed-key.ts';
import { asSharp, type GreyPicture } from './grey-picture.ts';
import { stackOf } from './line-strips.ts';
import type { Recogniser } from './recogniser.ts';

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
  const { picture, widths, placeAt } = await stackOf(page, lines.map(withEnds), way.height);
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

/** The page's reading may have lost a first or a last digit, and its box as well. */
function withEnds(words: KeyLine): KeyLine {
  const [first, last] = [words[0], words.at(-1)];
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
  const { data, info } = await (blur ? sharp.blur(blur) : sharp.linear(1.4, -90))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
