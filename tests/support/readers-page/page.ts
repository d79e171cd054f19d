import { readReceipt } from '../../../src/readers/read-receipt.ts';
import type { PageReading } from './page-reading.ts';

declare global {
  interface Window {
    /** Reads the chosen file; `abort` gives up at once. */
    readChosen(abort?: boolean): Promise<PageReading>;
  }
}

window.readChosen = async (abort = false) => {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file is chosen');
  const giveUp = new AbortController();
  const started = performance.now();
  const work = readReceipt(file, { signal: giveUp.signal });
  if (abort) giveUp.abort(new Error('given up'));
  const reading = await work;
  const milliseconds = performance.now() - started;
  if (reading.state === 'refused') return { reading, upload: null, milliseconds };
  const { upload, ...said } = reading;
  const isPicture = upload.type.startsWith('image/');
  const size = isPicture ? await createImageBitmap(upload, { imageOrientation: 'none' }) : null;
  return {
    reading: said,
    milliseconds,
    upload: {
      type: upload.type,
      bytes: upload.size,
      width: size?.width ?? 0,
      height: size?.height ?? 0,
      hasExif: (await upload.text()).includes('Exif'),
    },
  };
};
