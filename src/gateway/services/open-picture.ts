import sharp, { type Metadata, type Sharp } from 'sharp';
import type { QueueLimits } from './queues.ts';

/** In bytes: the 64 million pixels of a camera of today. */
const mostBytes = 200_000_000;

/** One takes one of libuv's four threads for seconds; each that waits holds up to 7 MB of text. */
export const pictureQueue: QueueLimits = { atOnce: 2, line: 4, total: 150_000_000 };

/** Pixels of a side: the receipt of a whole month's shopping, scanned. */
const longestSide = 20_000;

/**
 * Opens a stranger's picture upright; its header says whether decoding it would cost too much.
 * @param failOn `none` also opens what is damaged
 * @throws when it is no picture, or one too large
 */
export async function openPicture(file: Uint8Array, failOn: 'error' | 'none'): Promise<Sharp> {
  const picture = sharp(file, { failOn, limitInputPixels: mostBytes });
  const header = await picture.metadata();
  const isLong = Math.max(header.width, header.height) > longestSide;
  if (isLong || decodedBytes(header) > mostBytes) throw new RangeError('The picture is too large');
  return picture.autoOrient();
}

/** What comes in passes is kept whole, with two bytes for each value. */
function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  return width * height * channels * (depth === 'ushort' || isProgressive ? 2 : 1);
}
