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
  /** A threshold for each part of the picture: pale print is found, clear print suffers. */
  pale?: boolean;
  /** With a second model where the engine has one: its mistakes are others. */
  second?: boolean;
}

export type Recogniser = (picture: GreyPicture, how?: Recognition) => Promise<Recognised>;

export interface Reading {
  recognise: Recogniser;
  tell: (soFar: OcrAnswer) => void;
}

/** Tesseract's numbers for one threshold of the whole picture, and for one of each part. */
export function thresholdFor(pale: boolean): string {
  return pale ? '1' : '0';
}

export function meanConfidence(confidences: readonly number[]): number {
  return confidences.reduce((sum, one) => sum + one, 0) / Math.max(confidences.length, 1);
}

/** Binary PGM, the plainest file that the engines open. */
export function graymap({ data, width, height }: GreyPicture): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
