import { atom, computed, type ReadableAtom } from 'nanostores';
import { call, timeoutAfter } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { errorMessages, NetworkError } from '../../client/result.ts';
import { type CampaignPrize, getPrizesEndpoint } from '../../contract/campaign.ts';
import type { Id } from '../../contract/primitives.ts';
import { getReceiptDetailsEndpoint } from '../../contract/receipts.ts';
import { environment } from '../../environment.ts';
import { minuteMs } from '../../rules/dates.ts';
import { unbrokenMoney } from '../../rules/money.ts';
import { fileTypeBytes, fileTypeOf } from '../../rules/receipts/file-limits.ts';
import { hasEngine } from '../../rules/rewards/engines-and-reward-status.ts';

/** One receipt's current state; its picture's address is new each time, and valid for 5 minutes. */
export const receiptDetails = (receiptId: Id) =>
  resource(() => call(getReceiptDetailsEndpoint, { parameters: { couponId: receiptId } }), {
    keepStale: true,
  });

const renewEveryMs = 4 * minuteMs;

/** Loads at once, and again before the picture's address expires. */
export function followDetails({ load }: ReturnType<typeof receiptDetails>): () => void {
  void load();
  const renewal = setInterval(load, renewEveryMs);
  return () => clearInterval(renewal);
}

/** Names of the prizes; if they fail to load, a prize is shown without its name. */
const prizes = resource(() => call(getPrizesEndpoint), { keepStale: true });

export const $prizes = computed(prizes.$state, (loaded) =>
  loaded.state === 'loaded' ? loaded.value.map(withUnbrokenPrice) : [],
);

function withUnbrokenPrice(prize: CampaignPrize): CampaignPrize {
  return { ...prize, description: unbrokenMoney(prize.description) };
}

let loadingPrizes: Promise<void> | null = null;

/** However many prizes ask at once, the gateway is called once. */
export async function loadPrizes(): Promise<void> {
  if (prizes.$state.get().state === 'loaded') return;
  loadingPrizes ??= prizes.load().finally(() => (loadingPrizes = null));
  await loadingPrizes;
}

/** True when no draw has a number left; the page says so before a receipt is sent. */
export const $seriesExhausted = atom(false);

/** Loads after the page. If it fails, people can still send receipts. */
export async function loadSeries(): Promise<void> {
  if (!hasEngine(environment().site.campaign, 'DRAW')) return;
  try {
    const [{ getTransparencyEndpoint }, { seriesExhausted }] = await Promise.all([
      import('../../contract/transparency.ts'),
      import('../../rules/rewards/lucky-numbers.ts'),
    ]);
    const result = await call(getTransparencyEndpoint);
    if (result.ok) $seriesExhausted.set(result.value.draws.every(seriesExhausted));
  } catch (failure) {
    environment().report(failure);
  }
}

type PictureState =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | { state: 'loaded'; urls: readonly string[] };

interface ReceiptPicture {
  readonly $picture: ReadableAtom<PictureState>;
  load(imageUrl: string): Promise<void>;
  /** Final: also stops a load under way. */
  release(): void;
}

/** Draws a PDF page by page; its scripts never run. */
export function openReceiptPicture(): ReceiptPicture {
  const $picture = atom<PictureState>({ state: 'loading' });
  const released = new AbortController();
  const { signal } = released;
  return {
    $picture,
    release() {
      released.abort();
      const picture = $picture.get();
      if (picture.state === 'loaded') picture.urls.forEach(URL.revokeObjectURL);
    },
    async load(imageUrl) {
      $picture.set({ state: 'loading' });
      try {
        const pages = await renderPages(await fetchFile(imageUrl, signal), signal);
        signal.throwIfAborted();
        $picture.set({ state: 'loaded', urls: pages.map((page) => URL.createObjectURL(page)) });
      } catch (failure) {
        if (signal.aborted) return;
        environment().report(failure);
        $picture.set({ state: 'failed', lines: errorMessages(failure) });
      }
    },
  };
}

const pictureTimeoutMs = 30_000;

const shownOfPdf = { longSide: 1600, maxPages: 10 };

async function fetchFile(address: string, stop: AbortSignal): Promise<Blob> {
  const { signal, release } = timeoutAfter(pictureTimeoutMs, stop);
  try {
    const response = await environment().fetch(address, { signal });
    if (!response.ok) throw new NetworkError('contract', { status: response.status });
    return await response.blob();
  } finally {
    release();
  }
}

async function renderPages(file: Blob, signal: AbortSignal): Promise<Blob[]> {
  const beginning = new Uint8Array(await file.slice(0, fileTypeBytes).arrayBuffer());
  if (fileTypeOf(beginning) !== 'application/pdf') return [file];
  const { drawPdf } = await import('../../readers/pdf-document.ts');
  return drawPdf(file, shownOfPdf, signal);
}
