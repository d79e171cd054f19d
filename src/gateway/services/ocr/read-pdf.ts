import type { AccessKey } from '../../../rules/access-key.ts';
import { type ReceiptText, readReceiptText } from '../../../rules/receipt-text.ts';
import { findCode } from './find-code.ts';
import { openGrey } from './grey-picture.ts';
import { nothingRead, type OcrAnswer } from './ocr-answer.ts';
import { drawFirstPages, openPdf, textOfPdf } from './pdf-pages.ts';
import { readPhoto } from './read-photo.ts';

/** Long side of a drawn page. */
const pageSide = 2400;

/**
 * Reads a receipt's PDF: its text, unless its QR code names another receipt, else its drawn pages.
 * A PDF that does not open says nothing.
 */
export async function readPdf(
  file: Uint8Array,
  tell: (soFar: OcrAnswer) => void,
): Promise<OcrAnswer> {
  const pdf = await openPdf(file).catch(() => null);
  if (!pdf) return nothingRead;
  const printed = readReceiptText(await textOfPdf(pdf));
  const known = answerOf(printed);
  tell(known);
  const pages = drawFirstPages(pdf, pageSide);
  return printed.accessKey
    ? confirmed(known, printed.accessKey, pages)
    : completed(known, pages, tell);
}

function answerOf({ accessKey, purchaseDate, cnpj }: ReceiptText): OcrAnswer {
  return {
    number: accessKey?.key ?? null,
    issueDate: purchaseDate,
    cnpj,
    taxOfficeQuery: null,
  };
}

/** The text names a key: a QR code beside it must name the same. */
async function confirmed(
  known: OcrAnswer,
  accessKey: AccessKey,
  pages: AsyncIterable<Buffer>,
): Promise<OcrAnswer> {
  for await (const page of pages) {
    const code = await findCode(await openGrey(page, pageSide));
    if (!code) continue;
    if (code.environment === 'test') return nothingRead;
    if (code.accessKey.key !== accessKey.key) return { ...known, number: null };
    const { taxOfficeQuery } = code;
    return { ...known, issueDate: known.issueDate ?? code.purchaseDate, taxOfficeQuery };
  }
  return known;
}

/** The text names no key: the pages are read as photos. */
async function completed(
  known: OcrAnswer,
  pages: AsyncIterable<Buffer>,
  tell: (soFar: OcrAnswer) => void,
): Promise<OcrAnswer> {
  let best = known;
  for await (const page of pages) {
    const seen = await readPhoto(page, tell);
    if (seen.number !== null) return { ...seen, issueDate: seen.issueDate ?? known.issueDate };
    best = { ...best, issueDate: best.issueDate ?? seen.issueDate, cnpj: best.cnpj ?? seen.cnpj };
  }
  return best;
}
