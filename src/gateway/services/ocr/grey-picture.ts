import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { openPicture } from '../open-picture.ts';

/** One byte a pixel, 0 black to 255 white. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Opens a picture upright. @param side pixels of its longer side at most */
export async function openGrey(file: Uint8Array, side: number): Promise<GreyPicture> {
  return raw(await openPicture(file, 'none'), side);
}

const scaled = new WeakMap<GreyPicture, Map<number, Promise<GreyPicture>>>();

/** The same size is asked for by several steps, so it is kept as long as the picture. */
export async function scaledTo(picture: GreyPicture, side: number): Promise<GreyPicture> {
  if (Math.max(picture.width, picture.height) === side) return picture;
  const sizes = scaled.get(picture) ?? new Map<number, Promise<GreyPicture>>();
  scaled.set(picture, sizes);
  const scaledPicture = sizes.get(side) ?? raw(asSharp(picture), side, false);
  sizes.set(side, scaledPicture);
  return scaledPicture;
}

export async function cut(picture: GreyPicture, area: Area): Promise<GreyPicture> {
  const { left, top, width, height } = area;
  if (width === picture.width && height === picture.height) return picture;
  return raw(asSharp(picture).extract({ left, top, width, height }), Math.max(width, height));
}

export function asSharp({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

async function raw(picture: Sharp, side: number, withoutEnlargement = true) {
  return toGrey(
    picture
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement })
      .flatten({ background: '#fff' }),
  );
}

const paper = 235;

/** The paper's light is measured in a picture this much smaller, in which letters blur away. */
const reduction = 8;
const blur = 6;

/** Share of a page that counts as ink, and the most by which pale ink is darkened. */
const inkShare = 0.01;
const maxGain = 4;

/** Share of each side in which the table may show. */
export const edge = 0.08;

/** Divides by the light on the paper, which removes shadows and tints, and darkens pale ink. */
export async function evenLight(picture: GreyPicture): Promise<GreyPicture> {
  const { data: greys, width, height } = picture;
  const small = await toGrey(
    asSharp(picture)
      .resize(Math.ceil(width / reduction), Math.ceil(height / reduction), { fit: 'fill' })
      .blur(blur),
  );
  const { data: light } = await toGrey(asSharp(small).resize(width, height, { fit: 'fill' }));
  const data = new Uint8Array(greys.length);
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    data[pixel] = Math.min(255, ((greys[pixel] ?? 0) * paper) / (light[pixel] || 1));
  }
  const gain = Math.min(maxGain, paper / Math.max(1, paper - inkOf({ data, width, height })));
  const dark = Uint8ClampedArray.from({ length: 256 }, (_, grey) => paper - (paper - grey) * gain);
  for (let pixel = 0; pixel < data.length; pixel += 1) data[pixel] = dark[data[pixel] ?? 0] ?? 0;
  return { data, width, height };
}

/** Ignores the edges, where a dark table would pass for dark ink. */
function inkOf({ data, width, height }: GreyPicture): number {
  const [aside, above] = [Math.round(width * edge), Math.round(height * edge)];
  const counts = new Uint32Array(256);
  for (let row = above; row < height - above; row += 1) {
    for (let pixel = row * width + aside; pixel < (row + 1) * width - aside; pixel += 1) {
      const grey = data[pixel] ?? 0;
      counts[grey] = (counts[grey] ?? 0) + 1;
    }
  }
  const all = counts.reduce((sum, count) => sum + count, 0);
  let countedPixels = 0;
  return counts.findIndex((count) => {
    countedPixels += count;
    return countedPixels > inkShare * all;
  });
}

export interface Step {
  x: number;
  y: number;
}

const beyond = '#fff';

export async function turned(picture: GreyPicture, degrees: number): Promise<GreyPicture> {
  return toGrey(asSharp(picture).rotate(degrees, { background: beyond }));
}

/** `across` and `down` become the result's axes; `origin` is the old upper left corner in it. */
export async function straightened(
  picture: GreyPicture,
  across: Step,
  down: Step,
): Promise<{ picture: GreyPicture; origin: Step }> {
  const size = across.x * down.y - across.y * down.x;
  const [a, b] = [down.y / size, -down.x / size];
  const [c, d] = [-across.y / size, across.x / size];
  const { width, height } = picture;
  const origin = {
    x: -Math.min(0, a * width, b * height, a * width + b * height),
    y: -Math.min(0, c * width, d * height, c * width + d * height),
  };
  const matrix: [[number, number], [number, number]] = [
    [a, b],
    [c, d],
  ];
  return { picture: await toGrey(asSharp(picture).affine(matrix, { background: beyond })), origin };
}

export async function toGrey(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
