import { atom, type ReadableAtom } from 'nanostores';
import { errorMessages } from '../../client/error-messages.ts';
import { NetworkError } from '../../client/result.ts';
import { environment } from '../../environment.ts';
import { fileTypeBytes, fileTypeOf } from '../../rules/files.ts';

export type ReceiptPictures =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  /** Addresses of this page's own memory. */
  | { state: 'drawn'; addresses: readonly string[] };

/** A sent file as pictures, for as long as a dialog shows them. */
export interface PicturesOfReceipt {
  readonly $pictures: ReadableAtom<ReceiptPictures>;
  load(imageUrl: string): Promise<void>;
  release(): void;
}

/** MYREC-05: a PDF, drawn page by page; it is never run in this page. */
export function receiptPictures(): PicturesOfReceipt {
  const $pictures = atom<ReceiptPictures>({ state: 'loading' });
  const release = () => {
    const pictures = $pictures.get();
    if (pictures.state === 'drawn') pictures.addresses.forEach(URL.revokeObjectURL);
  };
  return {
    $pictures,
    release,
    async load(imageUrl) {
      $pictures.set({ state: 'loading' });
      try {
        const pictures = await picturesOf(await fetchFile(imageUrl));
        $pictures.set({
          state: 'drawn',
          addresses: pictures.map((each) => URL.createObjectURL(each)),
        });
      } catch (failure) {
        environment().report(failure);
        $pictures.set({ state: 'failed', lines: errorMessages(failure) });
      }
    },
  };
}

/** Milliseconds that a picture is waited for. */
const timeoutMs = 30_000;

async function fetchFile(address: string): Promise<Blob> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await environment().fetch(address, { signal });
  if (!response.ok) throw new NetworkError('contract', { status: response.status });
  return response.blob();
}

async function picturesOf(file: Blob): Promise<Blob[]> {
  const beginning = new Uint8Array(await file.slice(0, fileTypeBytes).arrayBuffer());
  if (fileTypeOf(beginning) !== 'application/pdf') return [file];
  const { drawPdf } = await import('../../readers/draw-pdf.ts');
  return drawPdf(file);
}
