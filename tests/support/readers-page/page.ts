import type { FrameView } from '../../../src/readers/picture.worker.ts';
import { readFrameInWorker } from '../../../src/readers/read-in-worker.ts';
import { readReceipt } from '../../../src/readers/read-receipt.ts';
import type { PageReading } from './page-reading.ts';

declare global {
  interface Window {
    /** Reads the chosen file; `giveUp` aborts once a worker has it. */
    readChosen(giveUp?: boolean): Promise<PageReading>;
    /** Looks at the chosen picture as at a frame of the camera. */
    lookAtChosen(): Promise<FrameView>;
  }
}

function chosenFile(): File {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file is chosen');
  return file;
}

window.lookAtChosen = async () =>
  readFrameInWorker(await createImageBitmap(chosenFile()), new AbortController().signal);

window.readChosen = async (giveUp = false) => {
  const file = chosenFile();
  const caller = new AbortController();
  if (giveUp) afterWorkerStarts(() => caller.abort(new Error('given up')));
  const started = performance.now();
  const reading = await readReceipt(file, { signal: caller.signal });
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

function afterWorkerStarts(then: () => void): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = new Proxy(postMessage, {
    apply(target, worker, values) {
      Worker.prototype.postMessage = postMessage;
      Reflect.apply(target, worker, values);
      then();
    },
  });
}
