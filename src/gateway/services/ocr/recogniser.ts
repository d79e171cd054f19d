import { fileURLToPath } from 'node:url';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { GreyPicture } from './grey-picture.ts';

export interface RecognisedLine {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The Portuguese model from the package; nothing is fetched and nothing is written. */
const langPath = fileURLToPath(
  new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/por')),
);

let starting: Promise<Worker> | undefined;

/** Recognises a picture as one block of lines. */
export async function recogniseLines(picture: GreyPicture): Promise<RecognisedLine[]> {
  const { blocks } = await recogniseBlock(picture);
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(({ text, bbox }) => ({
      text: text.trim(),
      left: bbox.x0,
      top: bbox.y0,
      right: bbox.x1,
      bottom: bbox.y1,
    }));
}

/** How sure the engine is of a block of lines, 0 to 100: upside down it is not. */
export async function legibility(picture: GreyPicture): Promise<number> {
  return (await recogniseBlock(picture)).confidence;
}

async function recogniseBlock(picture: GreyPicture) {
  const worker = await tesseract();
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    tessedit_char_whitelist: '',
  });
  const { data } = await worker.recognize(graymap(picture), {}, { text: false, blocks: true });
  return data;
}

/** Recognises a picture of one line that holds digits and nothing else. */
export async function recogniseDigits(picture: GreyPicture): Promise<string> {
  const worker = await tesseract();
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_LINE,
    tessedit_char_whitelist: '0123456789',
  });
  const { data } = await worker.recognize(graymap(picture));
  return data.text.trim();
}

export function textOf(lines: readonly RecognisedLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

function tesseract(): Promise<Worker> {
  starting ??= createWorker('por', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true });
  return starting;
}

/** Binary PGM, the plainest file that the engine opens. */
function graymap({ data, width, height }: GreyPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
