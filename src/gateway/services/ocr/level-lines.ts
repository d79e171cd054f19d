import { type GreyPicture, scaledTo } from './grey-picture.ts';

const measuredScale = 0.5;

/** Height of the measured bands, as a fraction of the page's width: some nine lines. */
const bandHeight = 0.25;

const maxSlantDegrees = 7;
const roughStep = 1;
const fineStep = 0.25;

const paleInk = 180;

const minEvenness = 0.25;

const slightSlantDegrees = 0.8;

/** Levels each row by the slant around it: few photos are square to the paper, and paper bends. */
export async function levelled(page: GreyPicture): Promise<GreyPicture> {
  const small = await scaledTo(page, Math.round(Math.max(page.width, page.height) * measuredScale));
  const height = Math.round(small.width * bandHeight);
  const bands: Band[] = [];
  for (let top = 0; top + height / 2 < small.height; top += Math.round(height / 2)) {
    bands.push(measure(inkOf(small, top, Math.min(top + height, small.height)), top + height / 2));
  }
  const slants = smoothed(bands.filter(({ evenness }) => evenness > minEvenness));
  if (slants.every(({ degrees }) => Math.abs(degrees) < slightSlantDegrees)) return page;
  const scale = page.width / small.width;
  return sheared(page, (y) => Math.tan((slantAt(slants, y / scale) * Math.PI) / 180));
}

interface Band {
  y: number;
  degrees: number;
  evenness: number;
}

interface Ink {
  x: Float32Array;
  y: Float32Array;
  rows: number;
}

function inkOf({ data, width }: GreyPicture, top: number, bottom: number): Ink {
  const rows = bottom - top;
  const [x, y] = [new Float32Array(rows * width), new Float32Array(rows * width)];
  let pixels = 0;
  for (let row = top; row < bottom; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if ((data[row * width + column] ?? 255) >= paleInk) continue;
      x[pixels] = column - width / 2;
      y[pixels] = row - top;
      pixels += 1;
    }
  }
  return { x: x.subarray(0, pixels), y: y.subarray(0, pixels), rows };
}

function measure(ink: Ink, y: number): Band {
  const rough = mostLevel(ink, -maxSlantDegrees, maxSlantDegrees, roughStep);
  const fine = mostLevel(ink, rough.degrees - roughStep, rough.degrees + roughStep, fineStep);
  const beside = Math.max(
    ...[-3, 3].map((aside) => levelness(ink, fine.degrees + aside) / Math.max(fine.score, 1)),
  );
  return { y, degrees: fine.degrees, evenness: ink.x.length === 0 ? 0 : 1 - beside };
}

function mostLevel(ink: Ink, from: number, to: number, step: number) {
  let best = { degrees: 0, score: levelness(ink, 0) };
  for (let degrees = from; degrees <= to; degrees += step) {
    const score = levelness(ink, degrees);
    if (score > best.score) best = { degrees, score };
  }
  return best;
}

function levelness({ x, y, rows }: Ink, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const counts = new Float64Array(3 * rows);
  for (let pixel = 0; pixel < x.length; pixel += 1) {
    const row = Math.floor((y[pixel] ?? 0) - (x[pixel] ?? 0) * slope + 0.5) + rows;
    counts[row] = (counts[row] ?? 0) + 1;
  }
  let score = 0;
  for (let row = 1; row < counts.length; row += 1) {
    score += ((counts[row] ?? 0) - (counts[row - 1] ?? 0)) ** 2;
  }
  return score;
}

/** Logos and bar codes may have other angles. */
function smoothed(bands: readonly Band[]): Band[] {
  return bands.map((band, index) => {
    const near = bands.slice(Math.max(0, index - 1), index + 2).map(({ degrees }) => degrees);
    const inOrder = near.toSorted((a, b) => a - b);
    return { ...band, degrees: inOrder[Math.floor(inOrder.length / 2)] ?? band.degrees };
  });
}

function slantAt(bands: readonly Band[], y: number): number {
  const next = bands.findIndex((band) => band.y > y);
  const before = bands.at(next < 0 ? -1 : next - 1);
  const after = bands.at(next);
  if (!before || !after) return 0;
  if (next <= 0) return (next === 0 ? after : before).degrees;
  const share = (y - before.y) / (after.y - before.y);
  return before.degrees + share * (after.degrees - before.degrees);
}

function sheared({ data, width, height }: GreyPicture, slopeAt: (y: number) => number) {
  const level = new Uint8Array(data.length).fill(255);
  for (let row = 0; row < height; row += 1) {
    const slope = slopeAt(row);
    for (let column = 0; column < width; column += 1) {
      const y = row + (column - width / 2) * slope;
      const above = Math.floor(y);
      if (above < 0 || above + 1 >= height) continue;
      const upper = data[above * width + column] ?? 255;
      const lower = data[(above + 1) * width + column] ?? 255;
      level[row * width + column] = upper + (lower - upper) * (y - above);
    }
  }
  return { data: level, width, height };
}
