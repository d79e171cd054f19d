import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const options = { tryHarder: true, tryDenoise: true, tryInvert: false } as const;

/** The text of one code in the pixels, and of all of them when `accept` refuses the first. */
export async function readCodes<Found>(
  pixels: ImageData,
  formats: ReadInputBarcodeFormat[],
  accept: (text: string, format: string) => Found | null,
): Promise<Found | null> {
  // One code is found in half the time of all: look for others only when it is not a receipt's.
  for (const maxNumberOfSymbols of [1, 16]) {
    const codes = await readBarcodes(pixels, { ...options, formats, maxNumberOfSymbols });
    for (const { text, format } of codes) {
      const found = accept(text, format);
      if (found !== null) return found;
    }
    if (codes.length === 0) return null;
  }
  return null;
}
