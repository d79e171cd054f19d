import type { AccessKey } from '../../../rules/access-key.ts';
import { accessKeysIn, cnpjsIn, purchaseDateIn } from '../../../rules/receipt-text.ts';
import { cut, type GreyPicture, scaledTo } from './grey-picture.ts';
import { votedDay } from './issue-date.ts';
import type { OcrAnswer } from './ocr-answer.ts';
import { type RecognisedLine, recogniseDigits, recogniseLines, textOf } from './recogniser.ts';
import { straightPaper } from './straight-paper.ts';

/** Height of a line of digits that the engine reads best. */
const digitHeight = 34;
const margin = 6;

/**
 * Reads a receipt that shows no code. Its number counts as proven only when the same access key
 * stands in two separate readings and the printed CNPJ is the key's.
 */
export async function readPaper(
  picture: GreyPicture,
  tell: (soFar: OcrAnswer) => void,
): Promise<OcrAnswer> {
  const page = await straightPaper(picture);
  const lines = await recogniseLines(page);
  const text = textOf(lines);
  const seen = answerOf(text, null);
  tell(seen);
  const digits = await closeReading(page, lines);
  const close = accessKeysIn(digits).map(({ key }) => key);
  const proven = accessKeysIn(text).find(
    ({ key, cnpj }) => close.includes(key) && cnpjsIn(text).includes(cnpj),
  );
  return proven ? answerOf(text, proven) : seen;
}

function answerOf(text: string, accessKey: AccessKey | null): OcrAnswer {
  return {
    number: accessKey?.key ?? null,
    issueDate: accessKey ? votedDay(text, accessKey) : purchaseDateIn(text, null),
    cnpj: accessKey?.cnpj ?? cnpjsIn(text)[0] ?? null,
    taxOfficeQuery: null,
  };
}

/** Every line rich in digits once more, alone and as digits; a key with letters stays unproven. */
async function closeReading(page: GreyPicture, lines: readonly RecognisedLine[]): Promise<string> {
  const readings: string[] = [];
  for (const line of lines.filter(({ text }) => isRichInDigits(text))) {
    const left = Math.max(0, line.left - margin);
    const top = Math.max(0, line.top - margin);
    const width = Math.min(page.width, line.right + margin) - left;
    const height = Math.min(page.height, line.bottom + margin) - top;
    const zoomed = await scaledTo(
      await cut(page, { left, top, width, height }),
      Math.round((width * digitHeight) / (line.bottom - line.top)),
    );
    readings.push(await recogniseDigits(zoomed));
  }
  return readings.join('\n');
}

function isRichInDigits(text: string): boolean {
  const characters = text.replaceAll(/\s/g, '');
  const digits = characters.replaceAll(/\D/g, '');
  return digits.length >= 16 && digits.length > 0.7 * characters.length;
}
