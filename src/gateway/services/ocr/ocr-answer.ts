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
 * Null for what it cannot prove. `number` is all 44 characters of the access key, null unless a
 * code, a PDF's text or separate readings prove it; `total` is in centavos, `cnpj` bare digits.
 */
export const OcrAnswer = object({
  number: nullable(string()),
  issueDate: nullable(string()),
  cnpj: nullable(string()),
  purchaseTime: nullable(string()),
  total: nullable(integer()),
  taxOfficeQuery: nullable(string()),
});
export type OcrAnswer = Infer<typeof OcrAnswer>;

export const nothingRead: OcrAnswer = {
  number: null,
  issueDate: null,
  cnpj: null,
  purchaseTime: null,
  total: null,
  taxOfficeQuery: null,
};

export type OcrFileType = 'image/jpeg' | 'image/png' | 'application/pdf';

export type OcrEngine = 'command' | 'javascript';

export interface ReadingRequest {
  file: Uint8Array;
  type: OcrFileType;
  engine: OcrEngine;
}

export interface TableAnswer {
  place: number;
  table: string;
}

const AnswerReport = object({ kind: literal('answer'), answer: OcrAnswer, final: boolean() });

/** A picture for the command, which the process itself may not start. */
const PictureReport = object({
  kind: literal('picture'),
  place: number(),
  picture: instance(Uint8Array),
  digits: boolean(),
  pale: boolean(),
  inverted: boolean(),
  second: boolean(),
});
export type PictureReport = Infer<typeof PictureReport>;

export const ReadingReport = union([AnswerReport, PictureReport]);
export type ReadingReport = Infer<typeof ReadingReport>;
