import { type Area, type GreyPicture, type Step, scaledTo } from './grey-picture.ts';

const searchSide = 400;

/** Share of the picture below which something bright is no receipt. */
const minShare = 0.04;

/** Margin around the paper, as a share of the picture, so that its edge is not cut off. */
const margin = 0.01;

export interface FoundPaper {
  area: Area;
  /** The picture in which it was found, `scale` times smaller. */
  small: GreyPicture;
  rows: PaperRow[];
  scale: number;
}

/** Where the paper lies: the largest bright area, or the one around `point`; null without one. */
export async function findPaper(
  picture: GreyPicture,
  point: Step | null = null,
): Promise<FoundPaper | null> {
  const small = await scaledTo(picture, searchSide);
  const scale = picture.width / small.width;
  const holds = ({ left, right, top, bottom }: Blob) =>
    !point ||
    (point.x / scale >= left &&
      point.x / scale <= right &&
      point.y / scale >= top &&
      point.y / scale <= bottom);
  const blob = largestBright(small, threshold(small), holds);
  if (!blob || !isPaper(blob, small)) return null;
  const around = Math.max(picture.width, picture.height) * margin;
  const left = Math.max(0, Math.floor(blob.left * scale - around));
  const top = Math.max(0, Math.floor(blob.top * scale - around));
  const right = Math.min(picture.width, Math.ceil((blob.right + 1) * scale + around));
  const bottom = Math.min(picture.height, Math.ceil((blob.bottom + 1) * scale + around));
  const area = { left, top, width: right - left, height: bottom - top };
  return { area, small, rows: [...blob.rows.values()], scale };
}

export interface PaperRow {
  y: number;
  left: number;
  right: number;
}

/** The rows of the paper, the largest bright area; null if it is too small. */
export function paperRows(small: GreyPicture): PaperRow[] | null {
  const blob = largestBright(small, threshold(small), () => true);
  return blob && isPaper(blob, small) ? [...blob.rows.values()] : null;
}

/** Mean grey below which a picture without a paper is a screen with light letters. */
const darkPage = 90;

/** Inverts a screen picture in dark mode; every other picture stays as it is. */
export async function blackOnWhite(picture: GreyPicture): Promise<GreyPicture> {
  const small = await scaledTo(picture, searchSide);
  const mean = small.data.reduce((sum, grey) => sum + grey, 0) / small.data.length;
  if (mean > darkPage) return picture;
  const blob = largestBright(small, threshold(small), () => true);
  if (blob && isPaper(blob, small)) return picture;
  return { ...picture, data: picture.data.map((grey) => 255 - grey) };
}

function isPaper({ pixels }: Blob, { data }: GreyPicture): boolean {
  return pixels >= minShare * data.length;
}

/** The grey that separates paper from table, by Otsu's method. */
function threshold({ data }: GreyPicture): number {
  const counts = new Array<number>(256).fill(0);
  for (const grey of data) counts[grey] = (counts[grey] ?? 0) + 1;
  const sum = counts.reduce((total, count, grey) => total + count * grey, 0);
  let best = 127;
  let bestSpread = 0;
  let below = 0;
  let belowSum = 0;
  for (const [grey, count] of counts.entries()) {
    below += count;
    belowSum += count * grey;
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const spread = below * above * (belowSum / below - (sum - belowSum) / above) ** 2;
    if (spread <= bestSpread) continue;
    best = grey;
    bestSpread = spread;
  }
  return best;
}

interface Blob {
  pixels: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  rows: Map<number, PaperRow>;
}

function largestBright(
  { data, width, height }: GreyPicture,
  limit: number,
  suits: (blob: Blob) => boolean,
): Blob | null {
  const waiting = new Uint8Array(data.length);
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    waiting[pixel] = (data[pixel] ?? 0) > limit ? 1 : 0;
  }
  let largest: Blob | null = null;
  for (let start = 0; start < waiting.length; start += 1) {
    if (waiting[start] === 0) continue;
    const blob = fill(waiting, width, height, start);
    if (blob.pixels > (largest?.pixels ?? 0) && suits(blob)) largest = blob;
  }
  return largest;
}

function fill(waiting: Uint8Array, width: number, height: number, start: number): Blob {
  const rows = new Map<number, PaperRow>();
  const blob = { pixels: 0, left: width, top: height, right: 0, bottom: 0, rows };
  const open = [start];
  waiting[start] = 0;
  const visit = (pixel: number) => {
    if (waiting[pixel] !== 1) return;
    waiting[pixel] = 0;
    open.push(pixel);
  };
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    blob.pixels += 1;
    const row = rows.get(y);
    if (!row) rows.set(y, { y, left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;
    blob.left = Math.min(blob.left, x);
    blob.right = Math.max(blob.right, x);
    blob.top = Math.min(blob.top, y);
    blob.bottom = Math.max(blob.bottom, y);
    if (x > 0) visit(pixel - 1);
    if (x + 1 < width) visit(pixel + 1);
    visit(pixel - width);
    visit(pixel + width);
  }
  return blob;
}
