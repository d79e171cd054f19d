import { codeSearches } from '../rules/code-search.ts';
import { drawn, pixelsOf } from './picture-pixels.ts';
import { type CodesInView, codesIn, type FoundCode } from './read-codes.ts';

/** Long side and quality of the picture that is sent: the server reads as much in it. */
const sentSide = 2000;
const sentQuality = 0.8;

/** Used when a picture is too large to be opened whole. */
const reducedWidth = 2600;

/** Long side of a camera's frame, of which the next one comes soon: fast, and enough for a code. */
const frameSide = 1280;

export interface PictureRequest {
  source: Blob | ImageBitmap;
  shrink: boolean;
  /** The receipt's code, where a frame of the camera has shown it: it is not looked for again. */
  known?: FoundCode | null;
}

export interface FrameRequest {
  frame: ImageBitmap | VideoFrame;
}

export type PictureResult =
  | { state: 'opened'; found: FoundCode | null; jpeg: Blob | null }
  | { state: 'broken' };

/** Opens a picture upright, looks for a receipt's code in it, and makes the JPEG to be sent. */
export async function readPicture({
  source,
  shrink,
  known,
}: PictureRequest): Promise<PictureResult> {
  const picture = source instanceof Blob ? await open(source) : source;
  if (!picture) return { state: 'broken' };
  try {
    // If the code reader fails, the server reads the picture.
    const found = known ?? (await findCode(picture).catch(() => null));
    return { state: 'opened', found, jpeg: shrink ? await shrunk(picture) : null };
  } finally {
    picture.close();
  }
}

/** Looks once at a frame of a camera. Throws when the reader of codes cannot be loaded. */
export async function lookAtFrame({ frame }: FrameRequest): Promise<CodesInView> {
  const [width, height] =
    frame instanceof ImageBitmap
      ? [frame.width, frame.height]
      : [frame.displayWidth, frame.displayHeight];
  const whole = { left: 0, top: 0, width, height };
  try {
    const pixels = pixelsOf(frame, whole, Math.min(frameSide, Math.max(width, height)));
    return await codesIn(pixels, ['QRCode']);
  } finally {
    frame.close();
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

async function findCode(picture: ImageBitmap): Promise<FoundCode | null> {
  for (const search of codeSearches(picture.width, picture.height)) {
    const { receipt } = await codesIn(pixelsOf(picture, search, search.side), search.formats);
    if (receipt) return receipt;
  }
  return null;
}

function shrunk(picture: ImageBitmap): Promise<Blob> {
  const { width, height } = picture;
  const side = Math.min(sentSide, Math.max(width, height));
  const canvas = drawn(picture, { left: 0, top: 0, width, height }, side);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: sentQuality });
}
