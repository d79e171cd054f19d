import { asSharp, type GreyPicture } from './grey-picture.ts';

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
