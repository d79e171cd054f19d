import sharp, { type Metadata, type Sharp } from 'sharp';
import type { QueueLimits } from './queues.ts';

/** Cameras take that many today; one grey channel takes as long to draw as a picture in colour. */
const maxPixels = 66_000_000;
const maxBytes = 200_000_000;

/** A picture takes one of libuv's four threads for seconds; a waiting one holds 7 MB at most. */
export const pictureLimits: QueueLimits = { atOnce: 2, perQueue: 4, total: 150_000_000 };

/** Pixels of a side, enough for a scan of a whole month's shopping. */
const maxSide = 20_000;

/**
 * Opens an untrusted picture upright. Its header shows beforehand if decoding takes too much.
 * @param failOn `none` also opens what is damaged
 * @throws Error when the file is no picture, or too large
 */
export async function openPicture(file: Uint8Array, failOn: 'error' | 'none'): Promise<Sharp> {
  const picture = sharp(file, { failOn, limitInputPixels: maxPixels });
  const header = await picture.metadata();
  const { width, height } = header;
  const isLarge = Math.max(width, height) > maxSide || width * height > maxPixels;
  if (isLarge || decodedBytes(header) > maxBytes) throw new RangeError('The picture is too large');
  return picture.autoOrient();
}

/** A progressive JPEG is held in memory while it is decoded, with two bytes per value. */
function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  return width * height * channels * (depth === 'ushort' || isProgressive ? 2 : 1);
}
