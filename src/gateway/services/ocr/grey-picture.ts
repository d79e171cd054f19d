import sharp, { type Sharp } from 'sharp';
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

/** A part of a picture. */
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
