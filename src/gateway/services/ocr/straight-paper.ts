import { cutPaper } from './cut-paper.ts';
import { cut, edge, evenLight, type GreyPicture, scaledTo, turned } from './grey-picture.ts';
import { levelled } from './level-lines.ts';
import type { Recognised, Recogniser } from './recogniser.ts';

/** Pixels at which letters are some 25 wide. */
export const pageWidth = 1400;
export const largestPixels = 6_000_000;

/** Pixels of the strip that is tried: some five lines of the page. */
const stripHeight = 180;

const inkOfLetters = 0.25;

/** How many words a strip needs to show which way is up. */
const enoughWords = 5;

/** Above `legible` no other way is tried; above `likely`, or clearly above upside down, no turn. */
const legible = 50;
const likely = 40;
const clearly = 1.5;

const uprightBonus = 1.25;

interface Way {
  page: GreyPicture;
  legibility: number;
}

/** Tries one way after another: nearly every picture is upright, and wrong ways take longest. */
export async function straightPaper(
  picture: GreyPicture,
  recognise: Recogniser,
): Promise<GreyPicture> {
  const { picture: paper } = await cutPaper(picture);
  const ways: Way[] = [];
  for (const angle of await textAngles(paper)) {
    const page = await laidOut(await turned(paper, -angle));
    const upright = await looked(page, recognise, Math.abs(angle) < 45 ? uprightBonus : 1);
    if (upright.legibility > legible) return page;
    const reversed = await looked({ ...page, data: page.data.toReversed() }, recognise, 1);
    ways.push(upright, reversed);
    if (isSettled(upright.legibility, reversed.legibility)) break;
  }
  return ways.toSorted((one, other) => other.legibility - one.legibility)[0]?.page ?? paper;
}

async function looked(page: GreyPicture, recognise: Recogniser, bonus: number): Promise<Way> {
  return { page, legibility: bonus * legibilityOf(await recognise(await stripOf(page))) };
}

function isSettled(one: number, other: number): boolean {
  const [more, less] = [Math.max(one, other), Math.min(one, other)];
  return more > likely || (more > likely / 2 && more > clearly * less);
}

/** Letters lying on their side form shorter columns. */
const longWord = 4;

function legibilityOf({ confidence, lines }: Recognised): number {
  const lengths = lines.flatMap(({ words }) =>
    words.map(({ text }) => text.replaceAll(/[^\p{L}\d]/gu, '').length),
  );
  const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0);
  const ofLong = sum(lengths.filter((length) => length >= longWord)) / Math.max(sum(lengths), 1);
  return confidence * ofLong * Math.min(1, lengths.length / enoughWords);
}

async function laidOut(page: GreyPicture): Promise<GreyPicture> {
  const { width, height } = page;
  const scale = Math.min(pageWidth / width, Math.sqrt(largestPixels / (width * height)));
  return levelled(
    await evenLight(await scaledTo(page, Math.round(Math.max(width, height) * scale))),
  );
}

/** The strip with the most letters, from the middle of the page. */
function stripOf(page: GreyPicture): Promise<GreyPicture> {
  const height = Math.min(stripHeight, page.height);
  const share = (top: number) => {
    const part = page.data.subarray(top * page.width, (top + height) * page.width);
    const ink = part.reduce((sum, grey) => sum + (grey < paleInk ? 1 : 0), 0) / part.length;
    return ink > inkOfLetters ? 0 : ink;
  };
  const middle = Math.floor((page.height - height) / 2);
  const tops = [0, -1, 1, -2, 2].map((step) => Math.floor(middle * (1 + step / 4)));
  const top = tops.reduce((best, one) => (share(one) > share(best) ? one : best));
  return cut(page, { left: 0, top, width: page.width, height });
}

const measuredSide = 600;
const largestSkew = 21;

/** The lightest grey that counts as ink. */
const paleInk = 200;

const long = 1.25;
const mostSuited = 3;

/** Degrees clockwise, the likelier first: columns of letters look nearly as even as lines. */
async function textAngles(picture: GreyPicture): Promise<number[]> {
  const { width, height } = picture;
  const isAcross = (angle: number) => (Math.abs(angle) < 45 ? height / width : width / height);
  const suits = (angle: number) => (isAcross(angle) > long ? mostSuited : 1);
  const ink = inkOf(await evenLight(await scaledTo(picture, measuredSide)));
  return [0, 90]
    .map((turn) => {
      const rough = best(ink, steps(turn - largestSkew, turn + largestSkew, 1));
      return best(ink, steps(rough.angle - 1, rough.angle + 1, 0.25));
    })
    .toSorted((a, b) => b.score * suits(b.angle) - a.score * suits(a.angle))
    .map(({ angle }) => angle);
}

interface Ink {
  x: Float32Array;
  y: Float32Array;
  weight: Float32Array;
}

function inkOf({ data, width, height }: GreyPicture): Ink {
  const [aside, above] = [Math.round(width * edge), Math.round(height * edge)];
  const [x, y, weight]: [number[], number[], number[]] = [[], [], []];
  for (let row = above; row < height - above; row += 1) {
    for (let column = aside; column < width - aside; column += 1) {
      const dark = paleInk - (data[row * width + column] ?? 255);
      if (dark <= 0) continue;
      x.push(column - width / 2);
      y.push(row - height / 2);
      weight.push(dark);
    }
  }
  return { x: Float32Array.from(x), y: Float32Array.from(y), weight: Float32Array.from(weight) };
}

function best(ink: Ink, angles: readonly number[]): { angle: number; score: number } {
  const scored = angles.map((angle) => ({ angle, score: levelness(ink, angle) }));
  return scored.reduce((a, b) => (b.score > a.score ? b : a));
}

/** Level lines alternate with empty rows, so the squared steps from row to row add up to more. */
function levelness({ x, y, weight }: Ink, degrees: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Float64Array(2 * measuredSide);
  for (let pixel = 0; pixel < x.length; pixel += 1) {
    const row = (y[pixel] ?? 0) * cosine - (x[pixel] ?? 0) * sine;
    const place = Math.floor(row) + measuredSide;
    rows[place] = (rows[place] ?? 0) + (weight[pixel] ?? 0);
  }
  let score = 0;
  for (let row = 1; row < rows.length; row += 1)
    score += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return score;
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, step) => from + step * by);
}
