import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { writeBarcode } from 'zxing-wasm/writer';
import { prepareBarcodeWriter } from './receipts/danfe.ts';

/** What a browser's stand-in camera films: a table, with these codes lying on it. */
export interface Scene {
  codes: readonly string[];
  /** Seconds; the whole film begins again after its last scene. */
  seconds: number;
}

const width = 1280;
const height = 720;
/** Few: each costs the browser as much as one of a real camera, which films thirty. */
const framesPerSecond = 4;

/** Both colours of every fourth pixel. */
const colourless = Buffer.alloc((width * height) / 2, 128);

/** Pixels of a side of the drawn code, so that two of them fit side by side. */
const codeSide = 420;

/**
 * Writes a film without colours for Chromium's `--use-file-for-fake-video-capture`, as pixels
 * (YUV4MPEG2): only such a file says how many frames a second has.
 * @returns its path, whose end tells Chromium what it is
 */
export async function writeCameraVideo(folder: string, scenes: readonly Scene[]): Promise<string> {
  const frames = await Promise.all(
    scenes.map(async ({ codes, seconds }) => {
      const brightness = await sharp(await drawScene(codes))
        .greyscale()
        .raw()
        .toBuffer();
      const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colourless]);
      return Array<Buffer>(Math.round(seconds * framesPerSecond)).fill(frame);
    }),
  );
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1\n`);
  const path = join(folder, 'film.y4m');
  await writeFile(path, Buffer.concat([head, ...frames.flat()]));
  return path;
}

export async function drawScene(codes: readonly string[]): Promise<Buffer> {
  const pictures = await Promise.all(codes.map(drawCode));
  const gap = (width - codes.length * codeSide) / (codes.length + 1);
  return sharp({ create: { width, height, channels: 3, background: '#b9b2a8' } })
    .composite(
      pictures.map((input, index) => ({
        input,
        left: Math.round(gap + index * (codeSide + gap)),
        top: Math.round((height - codeSide) / 2),
      })),
    )
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A scene so many pixels wide, in the corner of a picture of 12 megapixels. */
export async function inCorner(scene: Uint8Array, sceneWidth: number): Promise<Buffer> {
  const small = await sharp(scene).resize({ width: sceneWidth }).toBuffer();
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#fff' } })
    .composite([{ input: small, left: 100, top: 100 }])
    .png()
    .toBuffer();
}

async function drawCode(text: string): Promise<Buffer> {
  await prepareBarcodeWriter();
  const { image } = await writeBarcode(text, { format: 'QRCode', scale: 8 });
  if (!image) throw new Error('No code was drawn');
  const paper = { width: codeSide, height: codeSide, fit: 'contain', background: '#fff' } as const;
  return sharp(Buffer.from(await image.arrayBuffer()))
    .resize(paper)
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
}
