import { type Browser, chromium, type Page } from '@playwright/test';
import { type HostSite, serveHost } from '../../e2e/widgets/host-pages.ts';
import { browserOptions } from '../../support/browser.ts';
import type { Figure } from '../figure.ts';
import { median, rounded } from '../median.ts';
import { type Guest, guests, hostPage } from './host-page.ts';
import { type MainThread, traceMainThread } from './main-thread.ts';
import { serveDelivered } from './measured-site.ts';
import { openPage, openPhone, type PhonePage, settle } from './phone.ts';
import { blockingTime, vitalsOf } from './vitals.ts';

const runs = 5;
const slowRuns = 3;
const mounts = 50;

/** What a widget costs the page that it stands on, and how soon it serves. */
export async function measureWidgetsOnHosts(): Promise<Figure[]> {
  const host = await serveHost();
  const site = await serveDelivered({ ALLOWED_ORIGINS: host.origin });
  const browser = await isolatingBrowser();
  const interpreter = await isolatingBrowser('--js-flags=--no-opt,--no-maglev,--no-sparkplug');
  const phone = await openPhone();
  const place = { host, site: site.url, browser, interpreter, phone };
  try {
    const blank = await costs(place, null);
    const figures: Figure[] = [];
    for (const guest of guests) {
      figures.push(...costFigures(guest, await costs(place, guest), blank));
      figures.push(...(await speedFigures(place, guest)));
      if (guest.remains) figures.push(...(await remainderFigures(place, guest)));
    }
    return figures;
  } finally {
    await Promise.all([browser.close(), interpreter.close(), phone.close(), site.close()]);
    host.close();
  }
}

/** Gives frames of other sites a process of their own, as on computers; the headless shell does not by itself. */
function isolatingBrowser(...flags: readonly string[]): Promise<Browser> {
  const args = [...browserOptions.args, '--site-per-process', ...flags];
  return chromium.launch({ ...browserOptions, args });
}

interface Place {
  host: HostSite;
  /** The campaign's origin. */
  site: string;
  browser: Browser;
  /** Compiles no script, however often it has run: compiled code counts as heap. */
  interpreter: Browser;
  /** Has everything of a page in one process. */
  phone: Browser;
}

interface Cost extends MainThread, Traces {
  heap: number;
}

async function costs(place: Place, guest: Guest | null): Promise<Cost[]> {
  const found: Cost[] = [];
  for (let run = 0; run < runs; run += 1) found.push(await cost(place, guest));
  return found;
}

async function cost({ host, site, browser }: Place, guest: Guest | null): Promise<Cost> {
  const opened = await openPage(browser, { slowNetwork: false });
  const { page } = opened;
  const address = host.publish({ html: hostPage(site, guest) });
  const where = { origin: host.origin, scripts: '/widgets/v1/' };
  // To look for an element the harness brings a script, which would be the longest task: later.
  const thread = await traceMainThread(browser, page, where, async () => {
    await page.goto(address);
    await settle(opened);
  });
  const { heap } = await memoryCounters(opened);
  const left = await page.evaluate(traces);
  if (guest) await usable(page, guest);
  await opened.close();
  return { ...thread, ...left, heap };
}

interface Traces {
  globals: number;
  rules: number;
  nodes: number;
}

/** What is in a host's document; the harness's own name is among the globals, with and without a widget. */
function traces(): Traces {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  return {
    globals: Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)).length,
    rules: sheets.reduce((total, { cssRules }) => total + cssRules.length, 0),
    nodes: document.querySelectorAll('*').length,
  };
}

/** Waits until users can use the widget: a framed form accepts text before it has scripts. */
async function usable(page: Page, { widget, isolation }: Guest): Promise<void> {
  if (widget === 'where-to-buy') {
    await page.getByRole('list', { name: 'Onde comprar' }).waitFor();
  } else if (isolation === 'page') {
    await page.locator(`promo-${widget} input:enabled`).first().waitFor();
  } else {
    const frame = page.frames().find((each) => each.parentFrame());
    await frame?.getByRole('textbox').first().waitFor();
  }
}

async function memoryCounters({ session }: PhonePage) {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heap: of('JSHeapUsedSize') / 1000,
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
  };
}

function titleOf({ widget, isolation }: Guest): string {
  return isolation ? `${widget} in the page` : widget;
}

function costFigures(guest: Guest, taken: readonly Cost[], blank: readonly Cost[]): Figure[] {
  const how = `median of ${runs}, CPU 4x, processor time of the page's thread, frame in its own`;
  const figure = (what: string, unit: string, of: (cost: Cost) => number, over = 0): Figure => ({
    area: 'Widgets',
    name: `${titleOf(guest)} ${what}`,
    value: rounded(median(taken.map(of)) - over),
    unit,
    how,
  });
  const over = (what: string, unit: string, of: (cost: Cost) => number) =>
    figure(what, unit, of, median(blank.map(of)));
  return [
    figure('script, evaluated', 'ms', ({ evaluating }) => evaluating),
    over('main thread over a blank page', 'ms', ({ total }) => total),
    figure('longest task', 'ms', ({ longest }) => longest),
    over('blocking over a blank page', 'ms', ({ blocking }) => blocking),
    over('heap over a blank page', 'KB', ({ heap }) => heap),
    over('globals', '', ({ globals }) => globals),
    over('rules in the host’s style sheets', '', ({ rules }) => rules),
    over('elements in the host’s document', '', ({ nodes }) => nodes),
  ];
}

async function speedFigures({ host, site, phone }: Place, guest: Guest): Promise<Figure[]> {
  const taken: { usableAt: number; shift: number; blocking: number; bytes: number }[] = [];
  for (let run = 0; run < slowRuns; run += 1) {
    const opened = await openPage(phone);
    const { page } = opened;
    await page.goto(host.publish({ html: hostPage(site, guest) }), { waitUntil: 'commit' });
    await page.waitForSelector(`promo-${guest.widget}`, { state: 'attached' });
    await usable(page, guest);
    const usableAt = await page.evaluate(() => performance.now());
    await settle(opened);
    const vitals = await vitalsOf(page);
    const blocking = blockingTime(vitals);
    taken.push({ usableAt, shift: vitals.layoutShift, blocking, bytes: opened.takeBytes() });
    await opened.close();
  }
  const how = `median of ${slowRuns}, CPU 4x, 150 ms, 1.6 Mbit/s, frame in the page's process`;
  const figure = (what: string, unit: string, values: readonly number[], decimals = 0): Figure => ({
    area: 'Widgets',
    name: `${titleOf(guest)} ${what}`,
    value: rounded(median(values), decimals),
    unit,
    how,
  });
  return [
    figure(
      'usable',
      'ms',
      taken.map(({ usableAt }) => usableAt),
    ),
    figure(
      'layout shift',
      '',
      taken.map(({ shift }) => shift),
      3,
    ),
    figure(
      'blocking time, frame included',
      'ms',
      taken.map(({ blocking }) => blocking),
    ),
    figure(
      'over the wire',
      'B',
      taken.map(({ bytes }) => bytes),
    ),
  ];
}

/** What is still there of so many that came and went. */
async function remainderFigures(
  { host, site, interpreter }: Place,
  guest: Guest,
): Promise<Figure[]> {
  const opened = await openPage(interpreter, { slowNetwork: false, slow: 1 });
  const { page } = opened;
  await page.goto(host.publish({ html: hostPage(site, guest) }));
  await usable(page, guest);
  // The last few that left are let go once the page's own timers have run.
  const countersAfter = async (times: number) => {
    await page.evaluate(comeAndGo, { name: `promo-${guest.widget}`, times });
    await page.waitForTimeout(500);
    return memoryCounters(opened);
  };
  const before = await countersAfter(5);
  const after = await countersAfter(mounts);
  await opened.close();
  const figure = (what: string, unit: string, value: number): Figure => ({
    area: 'Widgets',
    name: `${titleOf(guest)} after ${mounts} that came and went: ${what}`,
    value: rounded(value),
    unit,
    how: 'after a garbage collection, over what five had left, compiled code aside',
  });
  return [
    figure('heap', 'KB', after.heap - before.heap),
    figure('listeners', '', after.listeners - before.listeners),
    figure('nodes', '', after.nodes - before.nodes),
  ];
}

/** Runs in the host's page: copies of its widget, one after the other. */
async function comeAndGo({ name, times }: { name: string; times: number }): Promise<void> {
  const original = document.querySelector(name);
  for (let time = 0; time < times; time += 1) {
    const copy = document.createElement(name);
    for (const { name: attribute, value } of original?.attributes ?? []) {
      copy.setAttribute(attribute, value);
    }
    const ready = Promise.withResolvers<unknown>();
    copy.addEventListener('promo:ready', ready.resolve, { once: true });
    const timer = setTimeout(ready.resolve, 3000);
    document.body.append(copy);
    await ready.promise;
    clearTimeout(timer);
    copy.remove();
  }
}

if (import.meta.main) console.table(await measureWidgetsOnHosts());
