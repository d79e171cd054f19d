import { cut, edge, evenLight, type GreyPicture, scaledTo, turned } from './grey-picture.ts';
import { paperBox } from './paper-box.ts';
import type { Recognised, Recogniser } from './recogniser.ts';

/** Pixels at which letters are some 25 wide. */
export const pageWidth = 1400;
export const largestPixels = 6_000_000;

/** Pixels of the strip that is tried: some five lines of the page's middle. */
const stripHeight = 180;

/** Words that a strip needs to show which way is up. */
const enoughWords = 5;

/** Above `legible` no other way is tried, above `likely` no turn by 90 degrees. */
const legible = 60;
const likely = 55;

/** Tries one way after the other: nearly every picture is upright, and wrong ways take longest. */
export async function straightPaper(
  picture: GreyPicture,
  recognise: Recogniser,
): Promise<GreyPicture> {
  const paper = await cut(picture, await paperBox(picture));
  let best: { page: GreyPicture; legibility: number } | null = null;
  for (const angle of await textAngles(paper)) {
    const page = await laidOut(await turned(paper, -angle));
    for (const way of [page, { ...page, data: page.data.toReversed() }]) {
      const legibility = legibilityOf(await recognise(await middleOf(way)));
      if (legibility > legible) return way;
      if (!best || legibility > best.legibility) best = { page: way, legibility };
    }
    if (best && best.legibility > likely) break;
  }
  return best?.page ?? paper;
}

function legibilityOf({ confidence, lines }: Recognised): number {
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  return confidence * Math.min(1, words / enoughWords);
}

async function laidOut(page: GreyPicture): Promise<GreyPicture> {
  const { width, height } = page;
  const scale = Math.min(pageWidth / width, Math.sqrt(largestPixels / (width * height)));
  return evenLight(await scaledTo(page, Math.round(Math.max(width, height) * scale)));
}

function middleOf(page: GreyPicture): Promise<GreyPicture> {
  const height = Math.min(stripHeight, page.height);
  const top = Math.floor((page.height - height) / 2);
  return cut(page, { left: 0, top, width: page.width, height });
}

const measuredSide = 600;
const largestSkew = 21;

/** The lightest grey that counts as ink. */
const paleInk = 200;

/** Degrees clockwise, the likelier first: columns of letters look nearly as even as lines. */
async function textAngles(picture: GreyPicture): Promise<number[]> {
  const ink = inkOf(await evenLight(await scaledTo(picture, measuredSide)));
  return [0, 90]
    .map((turn) => {
      const rough = best(ink, steps(turn - largestSkew, turn + largestSkew, 1));
      return best(ink, steps(rough.angle - 1, rough.angle + 1, 0.25));
    })
    .toSorted((a, b) => b.score - a.score)
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
