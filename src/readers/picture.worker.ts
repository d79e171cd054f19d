import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { sentQuality, sentSide } from '../rules/receipts/file-limits.ts';
import {
  type CodeSearch,
  closerSide,
  codeReaderOptions,
  codeSearches,
  codesAtATime,
  type ReceiptCode,
  receiptFromBarCode,
  receiptFromQr,
} from '../rules/receipts/receipt-code.ts';
import { answerRequests } from './workers.ts';

/** Used when a picture is too large to be opened whole. */
const reducedWidth = 2600;

/** Long side of a camera frame: fast, and enough for a code, since another frame soon follows. */
const frameSide = 1280;

export type FoundCode = Omit<ReceiptCode, 'purchaseTime'> & { source: 'qr' | 'bar-code' };

export interface PictureRequest {
  source: Blob | ImageBitmap;
  shrink: boolean;
  /** The receipt's code, if a camera frame has shown it; then it is not searched for again. */
  seenCode?: FoundCode | null;
}

export interface FrameRequest {
  frame: ImageBitmap | VideoFrame;
}

interface CodesInView {
  receipt: FoundCode | null;
  others: boolean;
}

export interface FrameView extends CodesInView {
  several: boolean;
  /** The frame itself, if it shows one receipt: a photo taken later may have lost the code. */
  jpeg: Blob | null;
}

export type PictureResult =
  | { state: 'opened'; found: FoundCode | null; several: boolean; jpeg: Blob | null }
  | { state: 'broken' };

locateOwnFile();
answerRequests((request: PictureRequest | FrameRequest) =>
  'frame' in request ? lookAtFrame(request) : readPicture(request),
);

/** Opens a picture upright, looks for a receipt's code in it, and makes the JPEG to be sent. */
export async function readPicture({
  source,
  shrink,
  seenCode,
}: PictureRequest): Promise<PictureResult> {
  const picture = source instanceof Blob ? await open(source) : source;
  if (!picture) return { state: 'broken' };
  try {
    // If the code reader fails, the server reads the picture.
    const seen = seenCode
      ? { found: seenCode, several: false }
      : await findCode(picture).catch(() => unseen);
    return { state: 'opened', ...seen, jpeg: shrink ? await shrunkToJpeg(picture) : null };
  } finally {
    picture.close();
  }
}

/** Looks once at a camera frame. @throws Error when the code reader cannot be loaded */
export async function lookAtFrame({ frame }: FrameRequest): Promise<FrameView> {
  const whole = wholeOf(frame);
  try {
    const side = Math.min(frameSide, Math.max(whole.width, whole.height));
    const pixels = pixelsOf(frame, whole, side);
    const view = await codesIn(pixels, ['QRCode']);
    const { receipt } = view;
    const several = receipt !== null && (await showsAnother(pixels, receipt));
    const isOne = receipt?.issuedIn === 'production' && !several;
    return { ...view, several, jpeg: isOne ? await shrunkToJpeg(frame) : null };
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

const unseen = { found: null, several: false };

async function findCode(
  picture: ImageBitmap,
): Promise<{ found: FoundCode | null; several: boolean }> {
  for (const search of codeSearches(picture.width, picture.height)) {
    const pixels = pixelsOf(picture, search, search.side);
    const { receipt } = await codesIn(pixels, search.formats);
    if (!receipt) continue;
    const closer = pixelsOf(picture, search, closerSide(search));
    return { found: receipt, several: await showsAnother(closer, receipt) };
  }
  return unseen;
}

function locateOwnFile(): void {
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
}

/** Among several codes, prefers a receipt's, and a real receipt to one of the test environment. */
async function codesIn(pixels: ImageData, formats: CodeSearch['formats']): Promise<CodesInView> {
  const options = { ...codeReaderOptions, formats: [...formats] };
  let others = false;
  for (const maxNumberOfSymbols of codesAtATime) {
    const codes = await readBarcodes(pixels, { ...options, maxNumberOfSymbols }).catch(resetReader);
    const found = codes.flatMap(({ text, format }) => receiptCode(text, format) ?? []);
    const receipt = found.find(({ issuedIn }) => issuedIn === 'production') ?? found[0];
    if (receipt) return { receipt, others: false };
    if (codes.length === 0) break;
    others = true;
  }
  return { receipt: null, others };
}

/** Whether a code of another receipt is in view: one of the two may be another person's. */
async function showsAnother(pixels: ImageData, receipt: FoundCode): Promise<boolean> {
  const [, maxNumberOfSymbols] = codesAtATime;
  const options = { ...codeReaderOptions, formats: ['QRCode' as const], maxNumberOfSymbols };
  const codes = await readBarcodes(pixels, options).catch(resetReader);
  const { key } = receipt.accessKey;
  return codes.some(({ text }) => (receiptFromQr(text)?.accessKey.key ?? key) !== key);
}

/** If its file could not be loaded, the code reader tries again next time. */
function resetReader(failure: unknown): never {
  purgeZXingModule();
  locateOwnFile();
  throw failure;
}

function receiptCode(text: string, format: string): FoundCode | null {
  const isBarCode = format === 'Code128';
  const receipt = isBarCode ? receiptFromBarCode(text) : receiptFromQr(text);
  return receipt && { ...receipt, source: isBarCode ? 'bar-code' : 'qr' };
}

function shrunkToJpeg(picture: ImageBitmap | VideoFrame): Promise<Blob> {
  const whole = wholeOf(picture);
  const canvas = drawn(picture, whole, sentSide(whole));
  return canvas.convertToBlob({ type: 'image/jpeg', quality: sentQuality });
}

interface PictureArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

function wholeOf(picture: ImageBitmap | VideoFrame): PictureArea {
  const [width, height] =
    picture instanceof ImageBitmap
      ? [picture.width, picture.height]
      : [picture.displayWidth, picture.displayHeight];
  return { left: 0, top: 0, width, height };
}

/** On white; a canvas stays far below the 16.7 million pixels that iOS allows. */
function drawn(
  picture: ImageBitmap | VideoFrame,
  area: PictureArea,
  side: number,
): OffscreenCanvas {
  const scale = side / Math.max(area.width, area.height);
  const width = Math.max(1, Math.round(area.width * scale));
  const height = Math.max(1, Math.round(area.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, area.left, area.top, area.width, area.height, 0, 0, width, height);
  return canvas;
}

function pixelsOf(picture: ImageBitmap | VideoFrame, area: PictureArea, side: number): ImageData {
  const canvas = drawn(picture, area, side);
  return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to draw on');
  return context;
}
