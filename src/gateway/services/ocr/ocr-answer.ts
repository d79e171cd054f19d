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
 * What a reading says; null for what it cannot prove.
 * `number` is the Código da Nota: all 44 characters of the access key, a receipt's identity. It is
 * null unless a code, a PDF's text, or separate readings of the print prove it. `issueDate` is
 * `yyyy-MM-dd`, `purchaseTime` `HH:mm:ss`, `total` in centavos; `cnpj` has no punctuation.
 * `taxOfficeQuery` is what the QR code holds for the tax office.
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

/** What reads print: the command of the machine, or the engine from the packages. */
export type OcrEngine = 'command' | 'javascript';

/** What the reading process is asked. */
export interface ReadingRequest {
  file: Uint8Array;
  type: OcrFileType;
  engine: OcrEngine;
}

/** The command's answer to what the process had asked for. */
export interface TableAnswer {
  place: number;
  table: string;
}

/** What it reports: any number of answers that are not final, then one that is. */
const AnswerReport = object({ kind: literal('answer'), answer: OcrAnswer, final: boolean() });

/** A picture for the command, which the process itself may not start. */
const PictureReport = object({
  kind: literal('picture'),
  place: number(),
  picture: instance(Uint8Array),
  digits: boolean(),
  pale: boolean(),
  second: boolean(),
});
export type PictureReport = Infer<typeof PictureReport>;

export const ReadingReport = union([AnswerReport, PictureReport]);
export type ReadingReport = Infer<typeof ReadingReport>;
