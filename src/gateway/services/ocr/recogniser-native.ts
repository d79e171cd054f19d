import { graymap, meanConfidence, type Recognised, type Recogniser } from './recogniser.ts';
import type { CommandRequest } from './tesseract-command.ts';

/** Asks the gateway to run Tesseract, because this process may start no program. */
export function nativeRecogniser(ask: (request: CommandRequest) => Promise<string>): Recogniser {
  return async (picture, { digits = false, pale = false, inverted = false, second = false } = {}) =>
    wordsOfTable(await ask({ picture: graymap(picture), digits, pale, inverted, second }));
}

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, conf, text. */
function wordsOfTable(table: string): Recognised {
  const lines = new Map<string, Recognised['lines'][number]>();
  const confidences: number[] = [];
  for (const row of table.split('\n')) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, text] =
      row.split('\t');
    if (level !== '5' || !text?.trim()) continue;
    const place = [page, block, paragraph, line].join(' ');
    const found = lines.get(place) ?? { text: '', words: [] };
    found.words.push({
      text: text.trim(),
      left: Number(left),
      top: Number(top),
      width: Number(width),
      height: Number(height),
    });
    found.text = found.words.map((word) => word.text).join(' ');
    lines.set(place, found);
    confidences.push(Number(confidence));
  }
  return { lines: [...lines.values()], confidence: meanConfidence(confidences) };
}
