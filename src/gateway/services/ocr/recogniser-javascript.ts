import { fileURLToPath } from 'node:url';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import {
  digitsAndGaps,
  graymap,
  inversionBelow,
  meanConfidence,
  type Recogniser,
  type Recognition,
  thresholdFor,
} from './recogniser.ts';

/** The model comes from a package, so nothing is fetched and nothing is written. */
const langPath = fileURLToPath(
  new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/por')),
);

// The engine starts while the picture is opened and its code is looked for.
const starting: Promise<Worker> = createWorker('por', OEM.LSTM_ONLY, {
  langPath,
  cacheMethod: 'none',
  gzip: true,
});
starting.catch(() => null);
let before: Promise<unknown> = Promise.resolve();

export const recogniseInJavaScript: Recogniser = (picture, how = {}) => {
  const turn = before.then(() => recognise(graymap(picture), how));
  before = turn.catch(() => null);
  return turn;
};

async function recognise(
  picture: Buffer,
  { digits = false, pale = false, inverted = false }: Recognition,
) {
  const worker = await starting;
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    tessedit_char_whitelist: digits ? digitsAndGaps : '',
    thresholding_method: thresholdFor(pale),
    invert_threshold: inversionBelow(inverted),
  });
  const { data } = await worker.recognize(picture, {}, { text: false, blocks: true });
  const lines = (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap((paragraph) => paragraph.lines);
  return {
    lines: lines.map(({ words }) => ({
      text: words.map(({ text }) => text).join(' '),
      words: words.map(({ text, bbox: { x0, y0, x1, y1 } }) => ({
        text,
        left: x0,
        top: y0,
        width: x1 - x0,
        height: y1 - y0,
      })),
    })),
    confidence: meanConfidence(
      lines.flatMap(({ words }) => words.map(({ confidence }) => confidence)),
    ),
  };
}
