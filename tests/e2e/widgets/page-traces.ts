import { expect, type Page } from '@playwright/test';

/** Notes what a guest on a page must not do. Call it before the page is opened. */
export async function watchManners(page: Page, origins: readonly string[]) {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin)) foreign.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.addInitScript(() => {
    Object.assign(window, { namesBefore: Object.getOwnPropertyNames(window) });
  });
  return {
    /**
     * No request to others, no complaint of the browser's, and nothing left on the host's page but
     * so many style sheets and these globals.
     */
    async expectGood({ sheets = 0, names = [] }: { sheets?: number; names?: string[] } = {}) {
      expect(foreign).toEqual([]);
      expect(complaints).toEqual([]);
      expect(await page.evaluate(guestTraces)).toEqual({ cookies: '', kept: 0, names, sheets });
      expect(await page.context().cookies()).toEqual([]);
    },
  };
}

/** What other scripts have left in a page. */
function guestTraces() {
  const before: unknown = Reflect.get(window, 'namesBefore');
  const names = Object.getOwnPropertyNames(window).filter(
    (name) => Array.isArray(before) && !before.includes(name) && !/^(namesBefore|\d+)$/.test(name),
  );
  return {
    cookies: document.cookie,
    kept: localStorage.length + sessionStorage.length,
    names,
    sheets: document.adoptedStyleSheets.length + document.querySelectorAll('body style').length,
  };
}

/** Expects a page to hold hardly more after `act` than before, once its garbage is gone. */
export async function expectNothingLeft(
  page: Page,
  act: () => Promise<unknown>,
  { nodes, listeners } = { nodes: 20, listeners: 4 },
): Promise<void> {
  const before = await memoryCounters(page);
  await act();
  await expect(async () => {
    const after = await memoryCounters(page);
    expect(after.nodes - before.nodes).toBeLessThan(nodes);
    expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(listeners);
  }).toPass();
}

async function memoryCounters(page: Page): Promise<{ nodes: number; jsEventListeners: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  await devtools.detach();
  return { nodes, jsEventListeners };
}

/** Watches the sentences that the widgets say in the page's console from now on. */
export function watchSentences(page: Page) {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && message.text().includes('/widgets#'))
      heard.push(message.text());
  });
  const forget = () => {
    heard.length = 0;
  };
  return {
    heard: heard as readonly string[],
    forget,
    /** Waits until these are heard and no others, and forgets them. */
    async expectOnly(expected: unknown[]): Promise<void> {
      await expect.poll(() => heard).toEqual(expected);
      forget();
    },
  };
}

/** What the widgets tell the pages that are opened from now on: type and details, one text each. */
export async function listen(page: Page): Promise<readonly string[]> {
  const events: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('promo:')) events.push(message.text());
  });
  await page.addInitScript(() => {
    const types = 'ready seen started step submit success done error failed handoff';
    for (const type of types.split(' ')) {
      window.addEventListener(`promo:${type}`, (event) => {
        const details = event instanceof CustomEvent ? JSON.stringify(event.detail) : '';
        // biome-ignore lint/suspicious/noConsole: heard by the listener above
        console.info(`${event.type} ${details}`);
      });
    }
  });
  return events;
}
