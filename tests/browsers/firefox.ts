import { expect } from '@playwright/test';
import { ElementHandle, type Frame, launch, type Page } from 'puppeteer-core';
import { frameAt } from './find-elements.ts';
import { awaitPress, isMissed, missed, untilStill } from './presses.ts';
import type { Motion, Tab, TabElement, TestBrowser } from './tab.ts';

/** Debian's Firefox over WebDriver BiDi. */
export async function startFirefox(motion: Motion): Promise<TestBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    env: { ...process.env, TZ: 'America/Sao_Paulo' },
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': motion === 'reduce' ? 1 : 0,
      'intl.accept_languages': 'pt-BR',
      // A camera that films a pattern of colours, which its person allows.
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
    },
  });
  return {
    async newTab() {
      const context = await browser.createBrowserContext();
      return tabOf(await context.newPage(), () => context.close());
    },
    close: () => browser.close(),
  };
}

function tabOf(page: Page, close: () => Promise<void>): Tab {
  return {
    // The page itself says when it is there. The driver's own way to open an address waits for
    // each frame of the page before to say that it is gone, and now and then misses one.
    async open(address) {
      await page.evaluate((to) => {
        Object.assign(window, { isLeft: true });
        window.location.assign(to);
      }, address);
      const state = 'Reflect.has(window, "isLeft") ? "left" : document.readyState';
      await expect.poll(() => page.evaluate(state).catch(() => 'between pages')).toBe('complete');
    },
    address: async () => page.url(),
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: async (expression, frame) => (await frameOf(page, frame)).evaluate(expression),
    async elements(expression, frame) {
      const list = await (await frameOf(page, frame)).evaluateHandle(expression);
      const found = [...(await list.getProperties()).values()];
      return found.filter((one) => one instanceof ElementHandle).map(elementOf);
    },
    type: (text) => page.keyboard.type(text),
    picture: async () => Buffer.from(await page.screenshot()),
    close,
  };
}

async function frameOf(page: Page, selector: string | undefined): Promise<Frame> {
  if (!selector) return page.mainFrame();
  const element = (await page.evaluateHandle(frameAt(selector))).asElement();
  const frame = await (element as ElementHandle<Element> | null)?.contentFrame();
  if (!frame) throw new Error(`There is no frame ${selector}`);
  return frame;
}

function elementOf(handle: ElementHandle<Element>): TabElement {
  return {
    // Puppeteer scrolls only what is out of the window, not what a bar of the page lies over.
    async click() {
      await handle.evaluate((element) =>
        element.scrollIntoView({ block: 'center', behavior: 'instant' }),
      );
      await handle.evaluate(untilStill);
      await handle.evaluate(awaitPress);
      await handle.click();
      // Where the press led to another page, there is nothing left to ask.
      if (await handle.evaluate(isMissed).catch(() => false)) throw new Error(missed);
    },
    async fill(text) {
      const field = await handle.toElement('input');
      await field.evaluate((input) => input.select());
      await field.type(text);
    },
    async choose(option) {
      const select = await handle.toElement('select');
      const value = await select.evaluate(
        ({ options }, text) => [...options].find((one) => one.text === text)?.value,
        option,
      );
      if (value === undefined) throw new Error(`There is no option ${option}`);
      await select.select(value);
    },
    attach: async (path) => (await handle.toElement('input')).uploadFile(path),
  };
}
