import { aroundCode, nearLines, nextLines, wholePaper } from './around-code.ts';
import { type FoundCode, findCode } from './find-code.ts';
import { type GreyPicture, openGrey } from './grey-picture.ts';
import { votedDay } from './issue-date.ts';
import { nothingRead, type OcrAnswer } from './ocr-answer.ts';
import { readPaper } from './read-paper.ts';
import { recogniseLines, textOf } from './recogniser.ts';

/** Long side at which a picture is kept in memory; no code was found above it and not below. */
const openedSide = 2600;

/** Where the day is looked for; few lines are believed only when two of them agree. */
const daySearches = [
  { reach: nextLines, least: 2 },
  { reach: nearLines, least: 0 },
  { reach: wholePaper, least: 0 },
];

/**
 * Reads a picture of a receipt: its code, then the day in the lines around the code; without a
 * code, the whole paper. A picture that does not open says nothing.
 * @param tell gets what is known before a slow step.
 */
export async function readPhoto(
  file: Uint8Array,
  tell: (soFar: OcrAnswer) => void,
): Promise<OcrAnswer> {
  const picture = await openGrey(file, openedSide).catch(() => null);
  if (!picture) return nothingRead;
  const code = await findCode(picture);
  if (!code) return readPaper(picture, tell);
  if (code.environment === 'test') return nothingRead;
  const { key, cnpj } = code.accessKey;
  const { taxOfficeQuery } = code;
  const known = { number: key, issueDate: code.purchaseDate, cnpj, taxOfficeQuery };
  if (known.issueDate !== null) return known;
  tell(known);
  return { ...known, issueDate: await printedDay(picture, code) };
}

async function printedDay(
  picture: GreyPicture,
  { accessKey, corners }: FoundCode,
): Promise<string | null> {
  if (!corners) return votedDay(textOf(await recogniseLines(picture)), accessKey);
  for (const { reach, least } of daySearches) {
    const lines = await recogniseLines(await aroundCode(picture, corners, reach));
    const day = votedDay(textOf(lines), accessKey, least);
    if (day !== null) return day;
  }
  return null;
}
