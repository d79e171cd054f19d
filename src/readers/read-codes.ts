import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import {
  type CodeSearch,
  codeReaderOptions,
  codesAtATime,
} from '../rules/receipts/code-in-picture.ts';
import {
  type ReceiptCode,
  receiptFromBarCode,
  receiptFromQr,
} from '../rules/receipts/receipt-qr.ts';

export type FoundCode = Omit<ReceiptCode, 'purchaseTime'> & { source: 'qr' | 'bar-code' };

function locateOwnFile(): void {
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
}

locateOwnFile();

export interface CodesInView {
  receipt: FoundCode | null;
  others: boolean;
}

/** Among several codes, prefers a receipt's, and a real receipt to one of the test environment. */
export async function codesIn(
  pixels: ImageData,
  formats: CodeSearch['formats'],
): Promise<CodesInView> {
  const options = { ...codeReaderOptions, formats: [...formats] };
  let others = false;
  for (const maxNumberOfSymbols of codesAtATime) {
    const codes = await readBarcodes(pixels, { ...options, maxNumberOfSymbols }).catch(resetReader);
    const found = codes.flatMap(({ text, format }) => receiptCode(text, format) ?? []);
    const receipt = found.find(({ issuedIn }) => issuedIn === 'production') ?? found[0];
    if (receipt) return { receipt, others: false };
    if (codes.length === 0) break;
    others = true;
  }
  return { receipt: null, others };
}

/** Whether a code of another receipt is in view: one of the two may be another person's. */
export async function showsAnother(pixels: ImageData, receipt: FoundCode): Promise<boolean> {
  const [, maxNumberOfSymbols] = codesAtATime;
  const options = { ...codeReaderOptions, formats: ['QRCode' as const], maxNumberOfSymbols };
  const codes = await readBarcodes(pixels, options).catch(resetReader);
  const { key } = receipt.accessKey;
  return codes.some(({ text }) => (receiptFromQr(text)?.accessKey.key ?? key) !== key);
}

/** If its file could not be loaded, the reader tries again next time. */
function resetReader(failure: unknown): never {
  purgeZXingModule();
  locateOwnFile();
  throw failure;
}

function receiptCode(text: string, format: string): FoundCode | null {
  const isBarCode = format === 'Code128';
  const receipt = isBarCode ? receiptFromBarCode(text) : receiptFromQr(text);
  return receipt && { ...receipt, source: isBarCode ? 'bar-code' : 'qr' };
}
