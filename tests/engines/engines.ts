import { writeFile } from 'node:fs/promises';
import { expect } from '../e2e/fixtures.ts';
import { test as base } from '../e2e/widgets/host-pages.ts';
import { startFirefox } from './firefox.ts';
import { type Place, placeOf } from './place.ts';
import type { Engine, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

const start = { Firefox: startFirefox, WebKit: startWebKit };

interface InWorker {
  engineName: keyof typeof start;
  engine: Engine;
}

interface InTest {
  tab: Tab;
  /** The page that the tab shows. */
  view: Place;
}

export { expect };

/** Journeys in an engine that Playwright does not drive; a project of the configuration names it. */
export const test = base.extend<InTest, InWorker>({
  engineName: ['Firefox', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await start[engineName]();
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ engine }, use, info) => {
    const tab = await engine.newTab();
    await tab.resize(390, 844);
    await use(tab);
    if (info.status !== info.expectedStatus) {
      await writeFile(info.outputPath('window.png'), await tab.picture());
    }
    await tab.close();
  },
  view: async ({ tab }, use) => use(placeOf(tab)),
});
