import {
  dayOf,
  printedFacts,
  timeOf,
  votedDay,
} from '../../../rules/printed-receipts/printed-facts.ts';
import { provenKey } from '../../../rules/printed-receipts/printed-key.ts';
import { totalOf } from '../../../rules/printed-receipts/printed-total.ts';
import { findCode, findSmallCode, type LocatedCode } from './find-code.ts';
import { flatPaper } from './flat-paper.ts';
import { type GreyPicture, openGrey } from './grey-picture.ts';
import { nothingRead, type OcrAnswer } from './ocr-answer.ts';
import { blackOnWhite } from './paper-box.ts';
import { hasPrint, type Print, readPrint } from './read-print.ts';
import type { Reading } from './recogniser.ts';
import { aroundCode, nearLines, straightPaper, wholePaper } from './straight-paper.ts';

/** Pixels of the long side in memory: enough for a small receipt in a large picture. */
const openedSide = 4000;

/** Pixels of the short side of a picture that can hold a receipt's print: three for each letter. */
const minPrintedSide = 100;

export async function readPhoto(file: Uint8Array, reading: Reading): Promise<OcrAnswer> {
  const opened = await openGrey(file, openedSide).catch(() => null);
  if (!opened) return nothingRead;
  const picture = await blackOnWhite(opened);
  const code = await findCode(picture);
  if (code?.isOneOfSeveral) return nothingRead;
  const flat = await flatPaper(picture);
  const flatCode = flat && (await findCode(flat));
  if (flat && flatCode) return readAround(flat, flatCode, reading);
  if (code) return readAround(picture, code, reading);
  const flatAnswer = flat && (await readPaper(flat, reading));
  // A patch of light has corners too, but omits the rest of the paper.
  if (flatAnswer && flatAnswer.number !== null) return flatAnswer;
  const [smallCode, paper] = await Promise.all([
    findSmallCode(picture),
    readPaper(picture, reading),
  ]);
  return smallCode ? readAround(picture, smallCode, reading) : paper;
}

async function readAround(
  picture: GreyPicture,
  code: LocatedCode,
  { recognise, onProgress }: Reading,
): Promise<OcrAnswer> {
  const { accessKey, corners, purchaseDate, purchaseTime, total, qrParameters } = code;
  if (code.issuedIn === 'test' || code.isOneOfSeveral) return nothingRead;
  const codeAnswer = {
    ...nothingRead,
    number: accessKey.key,
    cnpj: accessKey.cnpj,
    issueDate: purchaseDate,
    purchaseTime,
    total,
    qrParameters,
  };
  if (purchaseDate !== null && total !== null) return codeAnswer;
  onProgress(codeAnswer);
  const answerOf = ({ lines }: Print) => ({
    ...codeAnswer,
    issueDate: purchaseDate ?? votedDay(lines, accessKey),
    purchaseTime: purchaseTime ?? timeOf(lines, accessKey),
    total: total ?? totalOf(lines),
  });
  const page = corners
    ? await aroundCode(picture, corners, wholePaper)
    : await straightPaper(picture, recognise);
  if (!hasPrint(page)) return codeAnswer;
  const print = await readPrint(page, recognise, {
    findsKey: false,
    onProgress: (soFar) => onProgress(answerOf(soFar)),
  });
  const answer = answerOf(print);
  if (answer.issueDate !== null || !corners) return answer;
  onProgress(answer);
  const near = await recognise(await aroundCode(picture, corners, nearLines));
  const lines = [...print.lines, ...near.lines.map(({ text }) => [text])];
  return { ...answer, issueDate: votedDay(lines, accessKey) };
}

/** Reads a paper without a code: the key counts if separate readings agree on it. */
async function readPaper(
  picture: GreyPicture,
  { recognise, onProgress }: Reading,
): Promise<OcrAnswer> {
  if (Math.min(picture.width, picture.height) < minPrintedSide) return nothingRead;
  const page = await straightPaper(picture, recognise);
  const print = await readPrint(page, recognise, {
    findsKey: true,
    onProgress: (soFar) => onProgress(paperAnswer(soFar)),
  });
  return paperAnswer(print);
}

function paperAnswer({ lines, keyParts }: Print): OcrAnswer {
  const facts = printedFacts(lines);
  const accessKey = provenKey(keyParts, facts);
  return {
    number: accessKey?.key ?? null,
    cnpj: accessKey?.cnpj ?? facts.cnpjs[0] ?? null,
    issueDate: accessKey ? votedDay(lines, accessKey) : dayOf(lines),
    purchaseTime: timeOf(lines, accessKey),
    total: totalOf(lines),
    qrParameters: null,
  };
}
