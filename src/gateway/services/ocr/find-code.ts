import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Position,
  prepareZXingModule,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader';
import {
  type CodeSearch,
  closerSide,
  codeReaderOptions,
  codeSearches,
  codesAtATime,
  isHalfOfKey,
  qrParameters,
  type ReceiptCode,
  receiptFromBarCode,
  receiptFromHalves,
  receiptFromQr,
} from '../../../rules/receipts/receipt-code.ts';
import { cut, type GreyPicture, scaledTo } from './grey-picture.ts';
import { graymap } from './recogniser.ts';

export interface LocatedCode extends ReceiptCode {
  /** Relative to the code's own top, even if the picture lies on its side; null for a bar code. */
  corners: Position | null;
  /** Null for a bar code, and if no tax office can be asked. */
  qrParameters: string | null;
  /** Whether codes of other receipts are in view, which may be another person's. */
  isOneOfSeveral: boolean;
}

type CodeOnPaper = Omit<LocatedCode, 'isOneOfSeveral'>;

const wasmFile = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasmFile)).buffer } });

export function findCode(picture: GreyPicture): Promise<LocatedCode | null> {
  return firstFound(picture, (search) => search.width === picture.width);
}

export function findSmallCode(picture: GreyPicture): Promise<LocatedCode | null> {
  return firstFound(picture, (search) => search.width < picture.width);
}

async function firstFound(
  picture: GreyPicture,
  suits: (search: CodeSearch) => boolean,
): Promise<LocatedCode | null> {
  for (const search of codeSearches(picture.width, picture.height).filter(suits)) {
    const whole = await cut(picture, search);
    const scaled = await scaledTo(whole, search.side);
    const code = await codeIn(scaled, search.formats, whole);
    if (!code) continue;
    const closer = await scaledTo(whole, closerSide(search));
    const isOneOfSeveral = await showsAnother(closer, code);
    return { ...code, isOneOfSeveral, corners: movedBack(code.corners, search, scaled.width) };
  }
  return null;
}

/** @param larger where one of a SAT's two bar codes was read, both are looked for in this */
async function codeIn(
  picture: GreyPicture,
  formats: CodeSearch['formats'],
  larger?: GreyPicture,
): Promise<CodeOnPaper | null> {
  const file = graymap(picture);
  const options = { ...codeReaderOptions, formats: [...formats] };
  let texts: string[] = [];
  for (const maxNumberOfSymbols of codesAtATime) {
    const codes = await readBarcodes(file, { ...options, maxNumberOfSymbols });
    const [found] = codes.flatMap((code) => receiptOf(code) ?? []);
    if (found) return found;
    texts = codes.map(({ text }) => text);
    if (texts.length === 0) return null;
  }
  const joined = receiptFromHalves(texts);
  if (joined) return { ...joined, corners: null, qrParameters: null };
  const isWorthwhile = larger && larger.width > picture.width && texts.some(isHalfOfKey);
  return isWorthwhile ? codeIn(larger, ['Code128']) : null;
}

async function showsAnother(picture: GreyPicture, { accessKey }: CodeOnPaper): Promise<boolean> {
  const { key } = accessKey;
  const [, maxNumberOfSymbols] = codesAtATime;
  const options = { ...codeReaderOptions, formats: ['QRCode' as const], maxNumberOfSymbols };
  const codes = await readBarcodes(graymap(picture), options);
  return codes.some(({ text }) => (receiptFromQr(text)?.accessKey.key ?? key) !== key);
}

function receiptOf({ text, format, position }: ReadResult): CodeOnPaper | null {
  const isBarCode = format === 'Code128';
  const receipt = isBarCode ? receiptFromBarCode(text) : receiptFromQr(text);
  const question = isBarCode ? null : qrParameters(text);
  return (
    receipt && {
      ...receipt,
      corners: isBarCode ? null : position,
      qrParameters: question?.parameters ?? null,
    }
  );
}

function movedBack(corners: Position | null, part: CodeSearch, seenWidth: number): Position | null {
  const scale = part.width / seenWidth;
  const back = ({ x, y }: { x: number; y: number }) => ({
    x: x * scale + part.left,
    y: y * scale + part.top,
  });
  return (
    corners && {
      topLeft: back(corners.topLeft),
      topRight: back(corners.topRight),
      bottomRight: back(corners.bottomRight),
      bottomLeft: back(corners.bottomLeft),
    }
  );
}
