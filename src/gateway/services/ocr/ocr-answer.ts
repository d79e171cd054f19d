import { boolean, type Infer, nullable, object, string } from 'superstruct';

/**
 * What a reading says; null for what it cannot prove.
 * `number` is the Código da Nota: all 44 characters of the access key, a receipt's identity. It is
 * null unless a code, a PDF's text, or two separate readings of the print beside the printed CNPJ
 * prove it. `issueDate` is `yyyy-MM-dd`; `cnpj` has no punctuation. `taxOfficeQuery` is what the QR
 * code holds for the tax office.
 */
export const OcrAnswer = object({
  number: nullable(string()),
  issueDate: nullable(string()),
  cnpj: nullable(string()),
  taxOfficeQuery: nullable(string()),
});
export type OcrAnswer = Infer<typeof OcrAnswer>;

export const nothingRead: OcrAnswer = {
  number: null,
  issueDate: null,
  cnpj: null,
  taxOfficeQuery: null,
};

export type OcrFileType = 'image/jpeg' | 'image/png' | 'application/pdf';

/** What the reading process is asked. */
export interface ReadingRequest {
  file: Uint8Array;
  type: OcrFileType;
}

/** What it reports: any number of answers that are not final, then one that is. */
export const ReadingReport = object({ answer: OcrAnswer, final: boolean() });
export type ReadingReport = Infer<typeof ReadingReport>;
