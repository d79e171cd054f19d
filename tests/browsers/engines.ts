import type { TestInfo } from '@playwright/test';
import { test as base, expect } from '../e2e/fixtures.ts';
import { startFirefox } from './firefox.ts';
import { type Target, targetOf } from './locator.ts';
import type { Engine, Motion, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

const start = { Firefox: startFirefox, WebKit: startWebKit };

interface InWorker {
  engineName: keyof typeof start;
  engineFor: (motion: Motion) => Promise<Engine>;
}

interface InTest {
  tab: Tab;
  /** The page that the tab shows. */
  view: Target;
}

export { expect };

/** Journeys in an engine that Playwright does not drive; a project of the configuration names it. */
export const test = base.extend<InTest, InWorker>({
  engineName: ['Firefox', { option: true, scope: 'worker' }],
  engineFor: [
    async ({ engineName }, use) => {
      const engines = new Map<Motion, Promise<Engine>>();
      await use((motion) => {
        const engine = engines.get(motion) ?? start[engineName](motion);
        engines.set(motion, engine);
        return engine;
      });
      for (const engine of engines.values()) await (await engine).close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ engineFor, reducedMotion }, use, info) => {
    const engine = await engineFor(reducedMotion ?? 'no-preference');
    const tab = await engine.newTab();
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
