import type { Area, GreyPicture } from './grey-picture.ts';
import type { OcrAnswer } from './ocr-answer.ts';

/** A word, and where it stands in the picture. */
export interface RecognisedWord extends Area {
  text: string;
}

export interface RecognisedLine {
  text: string;
  words: RecognisedWord[];
}

export interface Recognised {
  lines: RecognisedLine[];
  /** How sure the engine is of its words, 0 to 100: upside down it is not. */
  confidence: number;
}

/** How a picture is to be recognised. */
export interface Recognition {
  /** Digits and nothing else. */
  digits?: boolean;
  /** With a threshold for each part of the picture: pale print is found, clear print suffers. */
  pale?: boolean;
  /** With a second model where the engine has one: its mistakes are others. */
  second?: boolean;
}

/** Recognises a picture as one block of lines. */
export type Recogniser = (picture: GreyPicture, how?: Recognition) => Promise<Recognised>;

/** What a reading needs. */
export interface Reading {
  recognise: Recogniser;
  /** Gets what is known before each slow step. */
  tell: (soFar: OcrAnswer) => void;
}

/** Tesseract's numbers for one threshold of the whole picture, and for one of each part. */
export function thresholdFor(pale: boolean): string {
  return pale ? '1' : '0';
}

/** Mean confidence of words; nothing recognised is not sure of anything. */
export function meanConfidence(confidences: readonly number[]): number {
  return confidences.reduce((sum, one) => sum + one, 0) / Math.max(confidences.length, 1);
}

/** Binary PGM, the plainest file that the engines open. */
export function graymap({ data, width, height }: GreyPicture): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
