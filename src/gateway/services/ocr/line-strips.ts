import { median } from '../../../rules/printed-receipts/printed-key-groups.ts';
import { asSharp, type GreyPicture, toGrey } from './grey-picture.ts';
import type { RecognisedWord } from './recogniser.ts';

interface Stack {
  picture: GreyPicture;
  widths: number[];
  placeAt(y: number): number;
}

const maxScale = 3;

/** White left around a line, in heights of its letters, and how much of it shows the page. */
const around = 0.45;
const shownShare = 0.3;

/** Lays each line straight, word by word: on crumpled paper lines go up and down. */
export async function stackOf(
  page: GreyPicture,
  lines: readonly (readonly RecognisedWord[])[],
  letterHeight: number,
): Promise<Stack> {
  const strips: GreyPicture[] = [];
  for (const words of lines) strips.push(await straightLine(page, words, letterHeight));
  const width = Math.max(1, ...strips.map((strip) => strip.width));
  const heights = strips.map((strip) => strip.height);
  const gap = Math.round(letterHeight * 0.4);
  const data = new Uint8Array(
    width * heights.reduce((sum, height) => sum + height + gap, gap),
  ).fill(255);
  const bottoms: number[] = [];
  let top = gap;
  for (const strip of strips) {
    for (let row = 0; row < strip.height; row += 1) {
      const from = row * strip.width;
      data.set(strip.data.subarray(from, from + strip.width), (top + row) * width);
    }
    top += strip.height + gap;
    bottoms.push(top);
  }
  return {
    picture: { data, width, height: top },
    widths: strips.map((strip) => strip.width),
    placeAt: (y) => bottoms.findIndex((bottom) => y < bottom),
  };
}

async function straightLine(
  page: GreyPicture,
  words: readonly RecognisedWord[],
  letterHeight: number,
): Promise<GreyPicture> {
  const tall = tallOf(words);
  const letter = median(tall.map(({ height }) => height)) ?? 1;
  const margin = Math.round(letter * around);
  const left = Math.max(0, Math.min(...words.map((word) => word.left)) - margin);
  const right = Math.min(
    page.width,
    Math.max(...words.map((word) => word.left + word.width)) + margin,
  );
  const height = letter + 2 * margin;
  // The lines above and below are close by: parts of their letters would be read as a line.
  const hidden = margin - Math.round(letter * shownShare);
  const width = Math.max(1, right - left);
  const data = new Uint8Array(width * height).fill(255);
  for (let column = 0; column < width; column += 1) {
    const top = Math.round(middleAt(tall, left + column) - height / 2);
    const last = Math.min(height - hidden, page.height - top);
    for (let row = Math.max(hidden, -top); row < last; row += 1) {
      data[row * width + column] = page.data[(top + row) * page.width + left + column] ?? 255;
    }
  }
  const scale = Math.min(letterHeight / letter, maxScale);
  const strip = asSharp({ data, width, height });
  return toGrey(strip.resize({ height: Math.max(1, Math.round(height * scale)) }));
}

/** Leaves out commas and dashes, which do not show where a line runs. */
function tallOf(words: readonly RecognisedWord[]): RecognisedWord[] {
  const usual = median(words.map(({ height }) => height)) ?? 1;
  const tall = words.filter(({ height }) => height > 0.7 * usual && height < 1.5 * usual);
  return (tall.length > 0 ? tall : [...words]).toSorted((a, b) => a.left - b.left);
}

function middleAt(words: readonly RecognisedWord[], x: number): number {
  const middle = ({ top, height }: RecognisedWord) => top + height / 2;
  const centre = ({ left, width }: RecognisedWord) => left + width / 2;
  const next = words.findIndex((word) => centre(word) > x);
  const before = words.at(next < 0 ? -1 : next - 1);
  const after = words.at(next);
  if (!before || !after) return 0;
  if (next <= 0) return middle(next === 0 ? after : before);
  const share = (x - centre(before)) / (centre(after) - centre(before));
  return middle(before) + share * (middle(after) - middle(before));
}
