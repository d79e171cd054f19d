import { type Area, cut, evenLight, type GreyPicture, resample, scaledTo } from './grey-picture.ts';
import { legibility } from './recogniser.ts';

/** Width of the straightened paper: its letters are then some 25 pixels wide. */
const paperWidth = 1300;
const largestPixels = 6_000_000;

/** Lines of the page's middle that are tried, and a legibility that needs no other try. */
const stripHeight = 260;
const stripWidth = 900;
const legible = 75;

/** Finds the paper in a picture without a code and lays it straight and the right way up. */
export async function straightPaper(picture: GreyPicture): Promise<GreyPicture> {
  const paper = await cut(picture, await paperBox(picture));
  let best: { page: GreyPicture; legibility: number } | null = null;
  for (const angle of await textAngles(paper)) {
    const page = await laidOut(turned(paper, angle));
    for (const way of [page, { ...page, data: page.data.toReversed() }]) {
      const tried = { page: way, legibility: await legibility(await middleOf(way)) };
      if (tried.legibility > legible) return way;
      if (!best || tried.legibility > best.legibility) best = tried;
    }
  }
  return best?.page ?? paper;
}

function laidOut(page: GreyPicture): Promise<GreyPicture> {
  const { width, height } = page;
  const scale = Math.min(paperWidth / width, Math.sqrt(largestPixels / (width * height)));
  return scaledTo(page, Math.round(Math.max(width, height) * scale)).then(evenLight);
}

async function middleOf(page: GreyPicture): Promise<GreyPicture> {
  const height = Math.min(stripHeight, page.height);
  const top = Math.floor((page.height - height) / 2);
  return scaledTo(await cut(page, { left: 0, top, width: page.width, height }), stripWidth);
}

/** Side of the picture in which the paper is looked for. */
const searchSide = 400;

/** A bright blob smaller than this share of the picture is no receipt. */
const leastShare = 0.08;

/** The box around the largest bright thing of a picture, or the whole picture. */
export async function paperBox(picture: GreyPicture): Promise<Area> {
  const small = await scaledTo(picture, searchSide);
  const blob = largestBright(small, threshold(small));
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  if (blob.pixels < leastShare * small.data.length) return whole;
  const scale = picture.width / small.width;
  const left = Math.floor(blob.left * scale);
  const top = Math.floor(blob.top * scale);
  return {
    left,
    top,
    width: Math.min(picture.width - left, Math.ceil((blob.right - blob.left + 1) * scale)),
    height: Math.min(picture.height - top, Math.ceil((blob.bottom - blob.top + 1) * scale)),
  };
}

/** The grey that parts a picture best into dark and bright (Otsu's method). */
export function threshold({ data }: GreyPicture): number {
  const counts = new Array<number>(256).fill(0);
  for (const grey of data) counts[grey] = (counts[grey] ?? 0) + 1;
  const sum = counts.reduce((total, count, grey) => total + count * grey, 0);
  let [best, bestSpread, below, belowSum] = [127, 0, 0, 0];
  for (const [grey, count] of counts.entries()) {
    below += count;
    belowSum += count * grey;
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const spread = below * above * (belowSum / below - (sum - belowSum) / above) ** 2;
    if (spread > bestSpread) [best, bestSpread] = [grey, spread];
  }
  return best;
}

interface Blob {
  pixels: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function largestBright({ data, width, height }: GreyPicture, limit: number): Blob {
  const waiting = Uint8Array.from(data, (grey) => (grey > limit ? 1 : 0));
  let largest: Blob = { pixels: 0, left: 0, top: 0, right: 0, bottom: 0 };
  for (let start = 0; start < waiting.length; start += 1) {
    if (waiting[start] === 0) continue;
    const blob = fill(waiting, width, height, start);
    if (blob.pixels > largest.pixels) largest = blob;
  }
  return largest;
}

function fill(waiting: Uint8Array, width: number, height: number, start: number): Blob {
  const blob = { pixels: 0, left: width, top: height, right: 0, bottom: 0 };
  const open = [start];
  waiting[start] = 0;
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    blob.pixels += 1;
    blob.left = Math.min(blob.left, x);
    blob.right = Math.max(blob.right, x);
    blob.top = Math.min(blob.top, y);
    blob.bottom = Math.max(blob.bottom, y);
    const neighbours = [
      x > 0 ? pixel - 1 : -1,
      x + 1 < width ? pixel + 1 : -1,
      pixel - width,
      pixel + width,
    ];
    for (const neighbour of neighbours) {
      if (waiting[neighbour] !== 1) continue;
      waiting[neighbour] = 0;
      open.push(neighbour);
    }
  }
  return blob;
}

/** Side of the picture in which the angle is measured. */
const measuredSide = 600;
const largestSkew = 21;

/** Grey that still counts as ink, and the share of each side where the table may show. */
const paleInk = 220;
const edge = 0.08;

/**
 * The two turns, in degrees and the likelier first, that may lay the lines of a receipt level: its
 * columns are nearly as even as its lines. Upside down looks the same.
 */
export async function textAngles(picture: GreyPicture): Promise<number[]> {
  const small = await evenLight(await scaledTo(picture, measuredSide));
  return [0, 90]
    .map((turn) => {
      const rough = best(small, steps(turn - largestSkew, turn + largestSkew, 1.5));
      return best(small, steps(rough.angle - 1, rough.angle + 1, 0.25));
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ angle }) => angle);
}

/** Turned by an angle around its middle, in a frame that holds all of it. */
export function turned(picture: GreyPicture, degrees: number): GreyPicture {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const { width: oldWidth, height: oldHeight } = picture;
  const width = Math.round(Math.abs(oldWidth * cosine) + Math.abs(oldHeight * sine));
  const height = Math.round(Math.abs(oldWidth * sine) + Math.abs(oldHeight * cosine));
  const across = { x: cosine, y: sine };
  const down = { x: -sine, y: cosine };
  const corner = {
    x: (oldWidth - across.x * width - down.x * height) / 2,
    y: (oldHeight - across.y * width - down.y * height) / 2,
  };
  return resample(picture, { corner, across, down, width, height });
}

function best(picture: GreyPicture, angles: readonly number[]): { angle: number; score: number } {
  const scored = angles.map((angle) => ({ angle, score: levelness(turned(picture, angle)) }));
  return scored.reduce((a, b) => (b.score > a.score ? b : a));
}

/** Level lines make rows of ink and rows of none: the mean squared step from row to row. */
function levelness({ data, width, height }: GreyPicture): number {
  const [aside, above] = [Math.round(width * edge), Math.round(height * edge)];
  let score = 0;
  let before: number | null = null;
  for (let row = above; row < height - above; row += 1) {
    let ink = 0;
    for (let column = aside; column < width - aside; column += 1) {
      ink += Math.max(0, paleInk - (data[row * width + column] ?? 255));
    }
    const mean = ink / (width - 2 * aside);
    if (before !== null) score += (mean - before) ** 2;
    before = mean;
  }
  return score / (height - 2 * above);
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, step) => from + step * by);
}
