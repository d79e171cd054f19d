import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type CodeSearch, codeReaderOptions, codesAtATime } from '../rules/code-search.ts';
import { type ReceiptCode, receiptFromBarCode, receiptFromQr } from '../rules/receipt-qr.ts';

export type FoundCode = ReceiptCode & { source: 'qr' | 'bar-code' };

function locateOwnFile(): void {
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });
}

locateOwnFile();

export async function receiptCodeIn(
  pixels: ImageData,
  formats: CodeSearch['formats'],
): Promise<FoundCode | null> {
  const options = { ...codeReaderOptions, formats: [...formats] };
  for (const maxNumberOfSymbols of codesAtATime) {
    const codes = await readBarcodes(pixels, { ...options, maxNumberOfSymbols }).catch(startAnew);
    const [found] = codes.flatMap(({ text, format }) => receiptCode(text, format) ?? []);
    if (found) return found;
    if (codes.length === 0) return null;
  }
  return null;
}

/** A reader whose file could not be loaded tries again the next time. */
function startAnew(failure: unknown): never {
  purgeZXingModule();
  locateOwnFile();
  throw failure;
}

function receiptCode(text: string, format: string): FoundCode | null {
  const isBarCode = format === 'Code128';
  const receipt = isBarCode ? receiptFromBarCode(text) : receiptFromQr(text);
  return receipt && { ...receipt, source: isBarCode ? 'bar-code' : 'qr' };
}
