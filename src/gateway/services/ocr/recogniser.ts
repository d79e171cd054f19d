import type { Area, GreyPicture } from './grey-picture.ts';
import type { OcrAnswer } from './ocr-answer.ts';

export interface RecognisedWord extends Area {
  text: string;
}

export interface RecognisedLine {
  text: string;
  words: RecognisedWord[];
}

export interface Recognised {
  lines: RecognisedLine[];
  /** 0 to 100. */
  confidence: number;
}

export interface Recognition {
  digits?: boolean;
  /** Sets a threshold for each part of the picture: finds pale print, harms clear print. */
  pale?: boolean;
  /** Tries a line as white on black where black on white makes no sense: twice the work. */
  inverted?: boolean;
  /** Uses a second model where the engine has one, because it makes other mistakes. */
  secondModel?: boolean;
}

export type Recogniser = (picture: GreyPicture, how?: Recognition) => Promise<Recognised>;

export interface Reading {
  recognise: Recogniser;
  onProgress: (soFar: OcrAnswer) => void;
}

/** Because the space is allowed too, a line keeps its groups, and Tesseract reads it faster. */
export const digitsAndGaps = '0123456789 ';

/** Tesseract's number of the method: one threshold for the picture, or one for each part. */
export function thresholdFor(pale: boolean): string {
  return pale ? '1' : '0';
}

/** Tesseract's confidence of a line, 0 to 1, below which it tries the line's negative. */
export function inversionBelow(inverted: boolean): string {
  return inverted ? '0.7' : '0';
}

export function meanConfidence(confidences: readonly number[]): number {
  return (
    confidences.reduce((sum, confidence) => sum + confidence, 0) / Math.max(confidences.length, 1)
  );
}

/** A binary PGM: the plainest format that both engines and the reader of codes open. */
export function graymap({ data, width, height }: GreyPicture): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}

export interface CommandRequest extends Required<Recognition> {
  picture: Uint8Array<ArrayBuffer>;
}

/** Asks the gateway to run Tesseract, because this process may start no program. */
export function nativeRecogniser(ask: (request: CommandRequest) => Promise<string>): Recogniser {
  const usual = { digits: false, pale: false, inverted: false, secondModel: false };
  return async (picture, how) =>
    wordsOfTable(await ask({ ...usual, ...how, picture: graymap(picture) }));
}

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, conf, text. */
function wordsOfTable(table: string): Recognised {
  const lines = new Map<string, Recognised['lines'][number]>();
  const confidences: number[] = [];
  for (const row of table.split('\n')) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, text] =
      row.split('\t');
    if (level !== '5' || !text?.trim()) continue;
    const lineKey = [page, block, paragraph, line].join(' ');
    const recognisedLine = lines.get(lineKey) ?? { text: '', words: [] };
    recognisedLine.words.push({
      text: text.trim(),
      left: Number(left),
      top: Number(top),
      width: Number(width),
      height: Number(height),
    });
    recognisedLine.text = recognisedLine.words.map((word) => word.text).join(' ');
    lines.set(lineKey, recognisedLine);
    confidences.push(Number(confidence));
  }
  return { lines: [...lines.values()], confidence: meanConfidence(confidences) };
}
