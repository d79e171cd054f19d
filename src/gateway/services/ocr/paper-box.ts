import { type Area, type GreyPicture, scaledTo } from './grey-picture.ts';

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
