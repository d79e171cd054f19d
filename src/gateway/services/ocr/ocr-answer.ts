import {
  boolean,
  type Infer,
  instance,
  integer,
  literal,
  nullable,
  number,
  object,
  string,
  union,
} from 'superstruct';

/**
 * The facts in a file; null for those that the reading cannot prove. `number` is the whole access
 * key, which a code, a PDF's text or two readings prove; `total` is in centavos, `cnpj` without
 * punctuation.
 */
export const OcrAnswer = object({
  number: nullable(string()),
  issueDate: nullable(string()),
  cnpj: nullable(string()),
  purchaseTime: nullable(string()),
  total: nullable(integer()),
  qrParameters: nullable(string()),
});
export type OcrAnswer = Infer<typeof OcrAnswer>;

export const nothingRead: OcrAnswer = {
  number: null,
  issueDate: null,
  cnpj: null,
  purchaseTime: null,
  total: null,
  qrParameters: null,
};

export type OcrFileType = 'image/jpeg' | 'image/png' | 'application/pdf';

export type OcrEngine = 'command' | 'javascript';

export interface ReadingRequest {
  file: Uint8Array;
  type: OcrFileType;
  engine: OcrEngine;
}

export interface TableAnswer {
  pictureNumber: number;
  table: string;
}

/** Asks for a PDF's first pages as pictures, in place of a reading. */
export interface DrawingRequest {
  pdf: Uint8Array;
}

const PageReport = object({
  kind: literal('page'),
  page: instance(Uint8Array),
  pageCount: integer(),
});
export type PageReport = Infer<typeof PageReport>;

const AnswerReport = object({ kind: literal('answer'), answer: OcrAnswer, final: boolean() });

/** Asks the gateway to run Tesseract on a picture: the process may start no program. */
const PictureReport = object({
  kind: literal('picture'),
  pictureNumber: number(),
  picture: instance(Uint8Array),
  digits: boolean(),
  pale: boolean(),
  inverted: boolean(),
  secondModel: boolean(),
});
export type PictureReport = Infer<typeof PictureReport>;

export const ReadingReport = union([AnswerReport, PictureReport, PageReport]);
export type ReadingReport = Infer<typeof ReadingReport>;
