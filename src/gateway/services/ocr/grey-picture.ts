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

/** Decodes a picture upright, its long side at most `side` pixels. */
export async function openGrey(file: Uint8Array, side: number): Promise<GreyPicture> {
  return raw(await openPicture(file, 'none'), side);
}

/** Scales a picture until its long side is `side` pixels. */
export async function scaledTo(picture: GreyPicture, side: number): Promise<GreyPicture> {
  if (Math.max(picture.width, picture.height) === side) return picture;
  return raw(asSharp(picture), side, false);
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
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement })
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Grey that empty paper gets. */
const paper = 235;

/** The light is taken from a picture this much smaller, blurred past the size of a letter. */
const reduction = 8;
const blur = 6;

/** Divides by the light that falls on the paper, so that shadows and tints vanish. */
export async function evenLight(picture: GreyPicture): Promise<GreyPicture> {
  const { width, height } = picture;
  const blurred = await asSharp(picture)
    .resize(Math.ceil(width / reduction), Math.ceil(height / reduction), { fit: 'fill' })
    .blur(blur)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = { data: blurred.data, width: blurred.info.width, height: blurred.info.height };
  const light = await asSharp(small)
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const data = picture.data.map((grey, position) =>
    Math.min(255, (grey * paper) / Math.max(light[position] ?? paper, 1)),
  );
  return { data, width, height };
}

export interface Point {
  x: number;
  y: number;
}

/** Where a new picture lies in an old one: its corner, and the step of one pixel in each direction. */
export interface Placement {
  corner: Point;
  across: Point;
  down: Point;
  width: number;
  height: number;
}

const paperWhite = 255;

/** Cuts a turned and scaled rectangle out of a picture; what lies outside is white. */
export function resample(picture: GreyPicture, placement: Placement): GreyPicture {
  const { corner, across, down, width, height } = placement;
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = corner.x + across.x * column + down.x * row;
      const y = corner.y + across.y * column + down.y * row;
      data[row * width + column] = between(picture, x, y);
    }
  }
  return { data, width, height };
}

/** The grey between four neighbouring pixels. */
function between({ data, width, height }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return paperWhite;
  const first = top * width + left;
  const [right, low] = [x - left, y - top];
  const upper = (data[first] ?? 0) * (1 - right) + (data[first + 1] ?? 0) * right;
  const lower = (data[first + width] ?? 0) * (1 - right) + (data[first + width + 1] ?? 0) * right;
  return upper * (1 - low) + lower * low;
}
