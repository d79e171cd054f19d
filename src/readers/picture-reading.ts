import { type FoundCode, findReceiptCode } from './code-search.ts';
import { drawn, longSide, wholeOf } from './picture-pixels.ts';

/** Long side and quality of what is sent: the server's reader loses nothing by them. */
const sentSide = 2000;
const sentQuality = 0.8;

/** A size at which a picture opens that is too large to be opened whole. */
const reducedWidth = 2600;

export interface PictureRequest {
  source: Blob | ImageBitmap;
  /** Whether a smaller JPEG is to be made of it. */
  shrink: boolean;
}

export type PictureResult =
  | { state: 'opened'; found: FoundCode | null; jpeg: Blob | null }
  | { state: 'broken' };

/** Opens a picture upright, looks for a receipt's code in it, and makes the JPEG to be sent. */
export async function readPicture({ source, shrink }: PictureRequest): Promise<PictureResult> {
  const picture = source instanceof Blob ? await open(source) : source;
  if (!picture) return { state: 'broken' };
  try {
    // A reader that cannot start, its file being out of reach, leaves the picture to the server.
    const found = await findReceiptCode(picture).catch(() => null);
    return { state: 'opened', found, jpeg: shrink ? await shrunk(picture) : null };
  } finally {
    picture.close();
  }
}

async function open(file: Blob): Promise<ImageBitmap | null> {
  const upright = { imageOrientation: 'from-image' } as const;
  try {
    return await createImageBitmap(file, upright);
  } catch {
    return createImageBitmap(file, { ...upright, resizeWidth: reducedWidth }).catch(() => null);
  }
}

function shrunk(picture: ImageBitmap): Promise<Blob> {
  const whole = wholeOf(picture);
  const canvas = drawn(picture, whole, Math.min(sentSide, longSide(whole)));
  return canvas.convertToBlob({ type: 'image/jpeg', quality: sentQuality });
}
