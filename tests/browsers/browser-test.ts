import type { TestInfo } from '@playwright/test';
import { test as base, expect } from '../e2e/fixtures.ts';
import { startFirefox } from './firefox.ts';
import { type Target, targetOf } from './locator.ts';
import type { Motion, Tab, TestBrowser } from './tab.ts';
import { startWebKit } from './webkit.ts';

const starters = { Firefox: startFirefox, WebKit: startWebKit };

interface InWorker {
  browserKind: keyof typeof starters;
  browserFor: (motion: Motion) => Promise<TestBrowser>;
}

interface InTest {
  tab: Tab;
  /** The page that the tab shows. */
  view: Target;
}

export { expect };

/** Journeys in a browser that Playwright does not drive; a project of the configuration names it. */
export const test = base.extend<InTest, InWorker>({
  browserKind: ['Firefox', { option: true, scope: 'worker' }],
  browserFor: [
    async ({ browserKind }, use) => {
      const browsers = new Map<Motion, Promise<TestBrowser>>();
      await use((motion) => {
        const browser = browsers.get(motion) ?? starters[browserKind](motion);
        browsers.set(motion, browser);
        return browser;
      });
      for (const browser of browsers.values()) await (await browser).close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ browserFor, reducedMotion }, use, info) => {
    const browser = await browserFor(reducedMotion ?? 'no-preference');
    const tab = await browser.newTab();
    await tab.resize(390, 844);
    await use(tab);
    if (info.status !== info.expectedStatus) {
      await attachTab(tab, info);
    }
    await tab.close();
  },
  view: async ({ tab }, use) => use(targetOf(tab)),
});

const written = 'document.body.innerText';

/** What a failed test ended at: the window, and what is written in its page and in the frames. */
async function attachTab(tab: Tab, info: TestInfo): Promise<void> {
  await info.attach('window', { body: await tab.picture(), contentType: 'image/png' });
  const texts = [await tab.address(), await tab.evaluate(written)];
  const parents = await tab.evaluate(
    `[...document.querySelectorAll('*')]
      .filter(({ shadowRoot, children }) =>
        [...(shadowRoot?.querySelectorAll('*') ?? []), ...children].some(({ localName }) => localName === 'iframe'))
      .map(({ localName }) => localName)`,
  );
  for (const parent of Array.isArray(parents) ? parents : []) {
    texts.push(`${parent}:`, await tab.evaluate(written, `${parent} iframe`));
  }
  await info.attach('text', { body: texts.join('\n\n'), contentType: 'text/plain' });
}
