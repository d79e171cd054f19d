import type { Position } from 'zxing-wasm/reader';
import { cutPaper } from './cut-paper.ts';
import {
  type Area,
  cut,
  edge,
  evenLight,
  type GreyPicture,
  type Step,
  scaledTo,
  straightened,
  turned,
} from './grey-picture.ts';
import { levelled } from './level-lines.ts';
import type { Recognised, Recogniser } from './recogniser.ts';

/** Pixels at which letters are some 25 wide. */
export const pageWidth = 1400;
export const maxPixels = 6_000_000;

/** How far around the code the picture is cut, in multiples of the code's side. */
interface Reach {
  up: number;
  down: number;
  aside: number;
}

/** Contains the whole paper, except of the longest receipts. */
export const wholePaper: Reach = { up: 8, down: 4, aside: 4.5 };

/** Contains the lines beside the code, one of which has the day of issue. */
export const nearLines: Reach = { up: 2.6, down: 1.9, aside: 2.3 };

/** Straightens the paper by the code's corners and blanks the code. */
export async function aroundCode(
  picture: GreyPicture,
  corners: Position,
  reach: Reach,
): Promise<GreyPicture> {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners;
  const across = meanStep(topLeft, topRight, bottomLeft, bottomRight);
  // A code on bent paper leans like its own patch of paper; lines are levelled one by one later.
  const down = { x: -across.y, y: across.x };
  const middle = { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 };
  const around = boxAround(middle, across, down, reach);
  const { picture: paper, area: box } = await cutPaper(picture, middle, around);
  const side = Math.hypot(across.x, across.y);
  const turn = Math.min(1, Math.abs(across.x) / side);
  const wide = paper.width * turn + paper.height * Math.sqrt(1 - turn ** 2);
  const scale = Math.min(pageWidth / wide, Math.sqrt(maxPixels / (paper.width * paper.height)));
  const scaled = await scaledTo(paper, Math.round(Math.max(paper.width, paper.height) * scale));
  const unit = { x: across.x / side, y: across.y / side };
  const { picture: straight, origin } = await straightened(scaled, unit, {
    x: -unit.y,
    y: unit.x,
  });
  const lit = await evenLight(straight);
  const placeOf = (corner: Step) => {
    const [x, y] = [(corner.x - box.left) * scale, (corner.y - box.top) * scale];
    return { x: unit.x * x + unit.y * y + origin.x, y: unit.x * y - unit.y * x + origin.y };
  };
  blank(lit, [topLeft, topRight, bottomLeft, bottomRight].map(placeOf));
  return levelled(lit);
}

function boxAround(
  middle: Step,
  across: Step,
  down: Step,
  { up, down: below, aside }: Reach,
): Area {
  const ends = [-aside, aside].flatMap((sideways) =>
    [-up - 0.5, below + 0.5].map((along) => ({
      x: middle.x + across.x * sideways + down.x * along,
      y: middle.y + across.y * sideways + down.y * along,
    })),
  );
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return {
    left,
    top,
    width: Math.ceil(Math.max(...xs)) - left,
    height: Math.ceil(Math.max(...ys)) - top,
  };
}

function meanStep(from: Step, to: Step, otherFrom: Step, otherTo: Step): Step {
  return {
    x: (to.x - from.x + otherTo.x - otherFrom.x) / 2,
    y: (to.y - from.y + otherTo.y - otherFrom.y) / 2,
  };
}

/** Paints the code over with paper, because Tesseract would read letters in it. */
function blank({ data, width, height }: GreyPicture, corners: readonly Step[]): void {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const margin = (Math.max(...xs) - Math.min(...xs)) * 0.03;
  const left = Math.max(0, Math.round(Math.min(...xs) - margin));
  const right = Math.min(width, Math.round(Math.max(...xs) + margin));
  const bottom = Math.min(height, Math.round(Math.max(...ys) + margin));
  for (let row = Math.max(0, Math.round(Math.min(...ys) - margin)); row < bottom; row += 1) {
    data.fill(255, row * width + left, row * width + right);
  }
}

/** Pixels of the strip that is tried: some five lines of the page. */
const stripHeight = 180;

/** Share of ink in letters at most: an unread code, or a table's edge, has more. */
const inkOfLetters = 0.35;
const columns = 50;

/** How many words a strip needs to show which way is up. */
const enoughWords = 5;

/** Above the first no other way is tried; above the second, or clearly above upside down, no turn. */
const legiblePercent = 50;
const likelyPercent = 40;
const clearRatio = 1.5;

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
    const upright = await tryWay(page, recognise, Math.abs(angle) < 45 ? uprightBonus : 1);
    if (upright.legibility > legiblePercent) return page;
    const reversed = await tryWay({ ...page, data: page.data.toReversed() }, recognise, 1);
    ways.push(upright, reversed);
    if (isSettled(upright.legibility, reversed.legibility)) break;
  }
  return ways.toSorted((a, b) => b.legibility - a.legibility)[0]?.page ?? paper;
}

async function tryWay(page: GreyPicture, recognise: Recogniser, bonus: number): Promise<Way> {
  return { page, legibility: bonus * legibilityOf(await recognise(await stripOf(page))) };
}

function isSettled(one: number, other: number): boolean {
  const [more, less] = [Math.max(one, other), Math.min(one, other)];
  return more > likelyPercent || (more > likelyPercent / 2 && more > clearRatio * less);
}

/** Letters lying on their side form shorter columns. */
const longWord = 4;

function legibilityOf({ confidence, lines }: Recognised): number {
  const lengths = lines.flatMap(({ words }) =>
    words.map(({ text }) => text.replaceAll(/[^\p{L}\d]/gu, '').length),
  );
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const ofLong = sum(lengths.filter((length) => length >= longWord)) / Math.max(sum(lengths), 1);
  return confidence * ofLong * Math.min(1, lengths.length / enoughWords);
}

async function laidOut(page: GreyPicture): Promise<GreyPicture> {
  const { width, height } = page;
  const scale = Math.min(pageWidth / width, Math.sqrt(maxPixels / (width * height)));
  return levelled(
    await evenLight(await scaledTo(page, Math.round(Math.max(width, height) * scale))),
  );
}

function stripOf(page: GreyPicture): Promise<GreyPicture> {
  const height = Math.min(stripHeight, page.height);
  const middle = Math.floor((page.height - height) / 2);
  const tops = [0, -1, 1, -2, 2].map((step) => Math.floor(middle * (1 + step / 4)));
  const strips = tops.map((top) => ({ top, letters: lettersIn(page, top, height) }));
  const { top } = strips.reduce((best, strip) => (strip.letters > best.letters ? strip : best));
  return cut(page, { left: 0, top, width: page.width, height });
}

/** How much of the ink is in columns that may be letters. */
function lettersIn({ data, width }: GreyPicture, top: number, height: number): number {
  const inks = new Uint32Array(columns);
  for (let row = top; row < top + height; row += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[row * width + x] ?? 255) >= paleInk) continue;
      const column = Math.floor((x * columns) / width);
      inks[column] = (inks[column] ?? 0) + 1;
    }
  }
  const most = (inkOfLetters * width * height) / columns;
  return inks.reduce((sum, ink) => sum + (ink > most ? 0 : ink), 0);
}

const measuredPixels = 600;
const maxSkewDegrees = 21;

/** The lightest grey that counts as ink. */
const paleInk = 200;

const longRatio = 1.25;
const suitedFactor = 3;

/** Degrees clockwise, the likelier first: columns of letters look nearly as even as lines. */
async function textAngles(picture: GreyPicture): Promise<number[]> {
  const { width, height } = picture;
  const isAcross = (angle: number) => (Math.abs(angle) < 45 ? height / width : width / height);
  const suits = (angle: number) => (isAcross(angle) > longRatio ? suitedFactor : 1);
  const dark = darkPixelsOf(await evenLight(await scaledTo(picture, measuredPixels)));
  return [0, 90]
    .map((turn) => {
      const rough = best(dark, steps(turn - maxSkewDegrees, turn + maxSkewDegrees, 1));
      return best(dark, steps(rough.angle - 1, rough.angle + 1, 0.25));
    })
    .toSorted((a, b) => b.score * suits(b.angle) - a.score * suits(a.angle))
    .map(({ angle }) => angle);
}

interface DarkPixels {
  x: Float32Array;
  y: Float32Array;
  weight: Float32Array;
}

function darkPixelsOf({ data, width, height }: GreyPicture): DarkPixels {
  const [aside, above] = [Math.round(width * edge), Math.round(height * edge)];
  const x = new Float32Array(data.length);
  const y = new Float32Array(data.length);
  const weight = new Float32Array(data.length);
  let pixels = 0;
  for (let row = above; row < height - above; row += 1) {
    for (let column = aside; column < width - aside; column += 1) {
      const dark = paleInk - (data[row * width + column] ?? 255);
      if (dark <= 0) continue;
      x[pixels] = column - width / 2;
      y[pixels] = row - height / 2;
      weight[pixels] = dark;
      pixels += 1;
    }
  }
  return {
    x: x.subarray(0, pixels),
    y: y.subarray(0, pixels),
    weight: weight.subarray(0, pixels),
  };
}

function best(dark: DarkPixels, angles: readonly number[]): { angle: number; score: number } {
  const scored = angles.map((angle) => ({ angle, score: rowContrast(dark, angle) }));
  return scored.reduce((a, b) => (b.score > a.score ? b : a));
}

/** Level lines alternate with empty rows, so the squared steps from row to row add up to more. */
function rowContrast({ x, y, weight }: DarkPixels, degrees: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Float64Array(2 * measuredPixels);
  for (let pixel = 0; pixel < x.length; pixel += 1) {
    const row = (y[pixel] ?? 0) * cosine - (x[pixel] ?? 0) * sine;
    const rowIndex = Math.floor(row) + measuredPixels;
    rows[rowIndex] = (rows[rowIndex] ?? 0) + (weight[pixel] ?? 0);
  }
  let score = 0;
  for (let row = 1; row < rows.length; row += 1)
    score += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return score;
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, step) => from + step * by);
}
