import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { browserOptions } from '../../support/browser.ts';
import { watchVitals } from './vitals.ts';

/** How much slower than this machine's the processor is. */
export const slowness = 4;

/** What "150 ms and 1.6 Mbit/s" of Lighthouse are in the browser's own terms: it delays requests, not packets. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

/** A page on a slow phone. */
export interface PhonePage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Bytes that came over the network since the last time this was asked. */
  takeBytes(): number;
  close(): Promise<void>;
}

/** Frames of other sites in the page's own process, as on a phone with little memory. */
export function openPhone(): Promise<Browser> {
  const args = [...browserOptions.args, '--disable-site-isolation-trials'];
  return chromium.launch({ ...browserOptions, args });
}

/** An empty page with nothing in its cache. */
export async function openPage(
  browser: Browser,
  {
    prepare,
    slowNetwork = true,
    slow = slowness,
  }: {
    prepare?: ((context: BrowserContext) => Promise<void>) | undefined;
    slowNetwork?: boolean;
    slow?: number;
  } = {},
): Promise<PhonePage> {
  const context = await browser.newContext({
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await prepare?.(context);
  await context.addInitScript(watchVitals);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  if (slowNetwork) await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
  return {
    page,
    session,
    takeBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close: () => context.close(),
  };
}

/** Waits until nothing is fetched and nothing long has run for half a second. */
export async function settle({ page }: PhonePage): Promise<void> {
  await page.waitForLoadState('networkidle');
}
