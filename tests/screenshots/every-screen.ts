import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { Browser, Locator } from '@playwright/test';
import buildSites from '../e2e/build-sites.ts';
import { drawPromotion, startPromotion } from '../e2e/drawn-promotion.ts';
import { enlargeText, findFaults } from '../e2e/page-checks.ts';
import { serveTestSite } from '../e2e/site-pool.ts';
import type { SiteName } from '../e2e/sites.ts';
import { type HostSite, serveHost } from '../e2e/widgets/host-pages.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { settle, takePicture } from './picture.ts';
import { accountScenes } from './scenes/accounts.ts';
import { embeddingScenes } from './scenes/embedding.ts';
import { myReceiptsScenes } from './scenes/my-receipts.ts';
import { newReceiptScenes } from './scenes/new-receipt.ts';
import { pageScenes } from './scenes/pages.ts';
import { photographingScenes } from './scenes/photographing.ts';
import { profileAndSupportScenes } from './scenes/profile-and-support.ts';
import { rewardScenes } from './scenes/rewards.ts';
import type { Scene, Scenes, StageSite } from './scenes/stage.ts';
import { type Device, launchBrowser, openWindow } from './window.ts';

/**
 * Takes a picture of every screen that a person may see, in each of its states:
 * `node tests/screenshots/every-screen.ts FOLDER [widths] [names]`, such as
 * `… screens 360,1280 '^login'`; `--list` only prints the names. A picture shows the whole page,
 * or the dialog over it. In the environment: `FOLD=1` shows what the window does and no more, `DARK=1`,
 * `FORCED=1` (forced colours), `TEXT=200` (letters twice as large), `AXE=1` (prints what axe finds).
 */
const scenes: Scenes = {
  ...pageScenes,
  ...accountScenes,
  ...photographingScenes,
  ...newReceiptScenes,
  ...myReceiptsScenes,
  ...rewardScenes,
  ...profileAndSupportScenes,
  ...embeddingScenes,
};

const { values, positionals } = parseArgs({
  options: { list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [folder = 'test-results/screens', widths = '360,768,1280', names = ''] = positionals;
const chosen = Object.entries(scenes).filter(([name]) => new RegExp(names).test(name));
const { DARK, FORCED, TEXT, AXE, FOLD } = process.env;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What could not be shown, with what it failed by. */
const failures: string[] = [];

if (values.list) for (const [name] of chosen) say(name);
else await takeAll();

async function takeAll(): Promise<void> {
  await makeEmptyDatabase();
  await buildSites();
  await mkdir(folder, { recursive: true });
  const host = await serveHost();
  const browsers = { phone: await launchBrowser('phone'), desk: await launchBrowser('desk') };
  // A gateway takes 250 MB, so one site is open at a time.
  for (const [siteName, ofSite] of Map.groupBy(chosen, ([, { site }]) => site)) {
    const site = await attempt(`The site ${siteName}`, () => openSite(siteName, host));
    if (!site) continue;
    try {
      for (const [name, scene] of ofSite) await takeScene(name, scene, { site, host, browsers });
    } finally {
      await site.close();
    }
  }
  await Promise.all(Object.values(browsers).map((browser) => browser.close()));
  host.close();
  if (failures.length === 0) return;
  say(`\n${failures.length} not taken:\n${failures.join('\n')}`);
  process.exitCode = 1;
}

/** What fails does not stop the rest. */
async function attempt<Done>(name: string, act: () => Promise<Done>): Promise<Done | null> {
  try {
    return await act();
  } catch (failure) {
    // What it was, and what it waited for; then come the attempts and the stack.
    const lines = stripVTControlCharacters(String(failure)).split('\n');
    const reason = lines.filter((line) => !/^\s*(?:at |Call log|$)/.test(line)).slice(0, 2);
    failures.push(`${name}: ${reason.join(' ')}`);
    say(failures.at(-1) ?? '');
    return null;
  }
}

async function openSite(name: SiteName, { origin }: HostSite): Promise<StageSite> {
  if (name === 'drawn') return drawPromotion(await startPromotion(), origin);
  return serveTestSite(name, { variables: { ALLOWED_ORIGINS: origin }, quiet: true });
}

interface Surroundings {
  site: StageSite;
  host: HostSite;
  browsers: Record<Device, Browser>;
}

async function takeScene(name: string, scene: Scene, around: Surroundings): Promise<void> {
  for (const width of widths.split(',').map(Number)) {
    if (scene.widest && width > scene.widest) continue;
    const device = width < 600 ? 'phone' : 'desk';
    // Playwright closes its browsers when this process is asked to end, and leaves the rest to it.
    if (!around.browsers[device].isConnected()) throw new Error('The browser is gone.');
    const file = `${name}-${width}`;
    const begunAt = Date.now();
    await attempt(file, () => takeAtWidth(file, scene, { ...around, width, device }));
    say(`${file} ${Date.now() - begunAt} ms`);
  }
}

async function takeAtWidth(
  file: string,
  { show, window, film, fold }: Scene,
  { site, host, browsers, width, device }: Surroundings & { width: number; device: Device },
): Promise<void> {
  const camera = film && (await launchBrowser(device, film));
  const page = await openWindow(camera ?? browsers[device], site.url, {
    baseURL: site.url,
    viewport: { width, height: heightOf(width) },
    isMobile: device === 'phone',
    hasTouch: device === 'phone',
    colorScheme: DARK ? 'dark' : 'light',
    forcedColors: FORCED ? 'active' : 'none',
    serviceWorkers: 'block',
    ...window,
  });
  page.setDefaultTimeout(20_000);
  let part: Locator | null = null;
  const showAlone = (wanted: Locator) => {
    part = wanted;
  };
  try {
    await show({ page, site, host, showAlone });
    if (TEXT) await enlargeText(page);
    const isWhole = !FOLD && !fold;
    if (window?.javaScriptEnabled !== false) await settle(page, isWhole);
    await takePicture(page, { part, isWhole, path: join(folder, `${file}.png`) });
    if (AXE) for (const fault of await findFaults(page)) say(`  ${file}: ${fault}`);
  } finally {
    await page.context().close();
    await camera?.close();
  }
}

/** The heights of a phone, a tablet and a notebook. */
function heightOf(width: number): number {
  if (width < 600) return 740;
  return width < 1000 ? 1024 : 800;
}
