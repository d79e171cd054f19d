import { atom, type ReadableAtom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { resource } from '../../client/resource.ts';
import { NetworkError } from '../../client/result.ts';
import type { Id } from '../../contract/primitives.ts';
import { getReceiptDetails } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';
import { fileTypeBytes, fileTypeOf } from '../../rules/files.ts';

/** One receipt as it stands now; its picture's address is good for 5 minutes and fresh each time. */
export const receiptDetails = (couponId: Id) =>
  resource(() => call(getReceiptDetails, { parameters: { couponId } }), { keepStale: true });

export type ReceiptPictures =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'drawn'; addresses: readonly string[] };

export interface PicturesOfReceipt {
  readonly $pictures: ReadableAtom<ReceiptPictures>;
  load(imageUrl: string): Promise<void>;
  release(): void;
}

/** A PDF, drawn page by page; it is never run in this page. */
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
  const { drawPdf } = await import('../../readers/pdf-document.ts');
  return drawPdf(file);
}
