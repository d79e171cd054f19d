import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { frameAt } from './find-elements.ts';
import { awaitPress, isMissed, missed, untilStill } from './presses.ts';
import type { Motion, Tab, TabElement, TestBrowser } from './tab.ts';

/** Debian's WebKit, the iPhone's engine, over WebDriver, on a screen of its own. */
export async function startWebKit(motion: Motion): Promise<TestBrowser> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = `:${await firstLine(screen)}`;
  const settings = await settingsFolder(motion);
  const variables = { DISPLAY: display, XDG_CONFIG_HOME: settings.path };
  let driver = await startDriver(variables);
  return {
    async newTab() {
      const opened = await inTime(openBrowser(driver.server)).catch(() => null);
      if (opened) return tabOf(opened);
      // Debian's driver ends now and then by itself, or hangs: that is no fault of the page.
      await end(driver.process, 'SIGKILL');
      driver = await startDriver(variables);
      return tabOf(await openBrowser(driver.server));
    },
    async close() {
      await end(driver.process);
      await end(screen);
      await settings.remove();
    },
  };
}

/** WebKit asks the desktop, whose settings GTK keeps, whether anything is to move. */
async function settingsFolder(motion: Motion) {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'gtk-3.0'));
  const moves = `[Settings]\ngtk-enable-animations=${motion === 'reduce' ? 0 : 1}\n`;
  await writeFile(join(folder.path, 'gtk-3.0/settings.ini'), moves);
  return folder;
}

/**
 * Without a graphics card, composited layers cost half of the processor's time; what only goes wrong
 * in such layers is not seen here. The last step of optimising code pays off only after minutes.
 */
const cheapDrawing = { WEBKIT_DISABLE_COMPOSITING_MODE: '1', JSC_useFTLJIT: '0' };

async function startDriver(variables: Record<string, string>) {
  const port = await freePort();
  const process_ = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...cheapDrawing,
      ...variables,
      LANG: 'pt_BR.UTF-8',
      TZ: 'America/Sao_Paulo',
    },
  });
  const server = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${server}/status`).catch(() => null))?.ok) await setTimeout(20);
  return { process: process_, server };
}

/** Opening a browser takes some seconds on a busy machine. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = setTimeout(30_000, null, { ref: false }).then(() => {
    throw new Error('The driver opened no browser');
  });
  return Promise.race([work, late]);
}

/** A browser of one tab, with nothing in its memory. */
function openBrowser(server: string): Promise<WebDriver> {
  // WebKit’s toolbar keeps a window wider than a phone; a full screen has none, and takes any size.
  const browser = { args: ['--automation', '--full-screen'] };
  return new Builder()
    .usingServer(server)
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser }),
    )
    .build();
}

function tabOf(browser: WebDriver): Tab {
  const frameElement = (frame: string): Promise<WebElement> =>
    browser.executeScript(`return ${frameAt(frame)}`);
  const enter = async (frame: string | undefined) => {
    await browser.switchTo().defaultContent();
    if (frame) await browser.switchTo().frame(await frameElement(frame));
  };
  /** Scrolls as a person does: at the window's edge lies the sticky header, and WebDriver stops there. */
  const reach = async (element: WebElement, frame: string | undefined) => {
    const y = await browser.executeScript(toCentre, element);
    if (frame) {
      await browser.switchTo().defaultContent();
      const element = await frameElement(frame);
      await browser.executeScript(frameToCentre, element, y);
      await browser.executeAsyncScript(waitUntilStill, element);
      await enter(frame);
    }
    await browser.executeAsyncScript(waitUntilStill, element);
  };
  return {
    open: (address) => browser.get(address),
    address: () => browser.getCurrentUrl(),
    resize: async (width, height) =>
      void (await browser.manage().window().setRect({ x: 0, y: 0, width, height })),
    async evaluate(expression, frame) {
      await enter(frame);
      return browser.executeScript(`return (${expression})`);
    },
    async elements(expression, frame) {
      await enter(frame);
      const found = await browser.executeScript<WebElement[]>(`return (${expression})`);
      return found.map((element) => elementOf(element, () => reach(element, frame)));
    },
    type: (text) => browser.actions().sendKeys(text).perform(),
    picture: async () => Buffer.from(await browser.takeScreenshot(), 'base64'),
    close: () => browser.quit(),
  };
}

const waitUntilStill = `
  const [element, done] = arguments;
  (${untilStill})(element).then(done);`;

const toCentre = `
  arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });
  const { top, bottom } = arguments[0].getBoundingClientRect();
  return (top + bottom) / 2;`;

// A frame of another origin does not scroll the page around it.
const frameToCentre = `
  const [frame, y] = arguments;
  const { top } = frame.getBoundingClientRect();
  scrollBy({ top: top + y - innerHeight / 2, behavior: 'instant' });`;

function elementOf(element: WebElement, reach: () => Promise<void>): TabElement {
  return {
    async click() {
      await reach();
      const browser = element.getDriver();
      await browser.executeScript(`(${awaitPress})(arguments[0])`, element);
      await element.click();
      // Where the press led to another page, there is nothing left to ask.
      const isLost = browser.executeScript(`return (${isMissed})(arguments[0])`, element);
      if (await isLost.catch(() => false)) throw new Error(missed);
    },
    async fill(text) {
      await reach();
      await element.click();
      await element.getDriver().executeScript('arguments[0].select()', element);
      await element.sendKeys(text);
    },
    choose: async (option) => {
      const options = await element.findElements(By.css('option'));
      for (const one of options) if ((await one.getText()) === option) return one.click();
      throw new Error(`There is no option ${option}`);
    },
    attach: (path) => element.sendKeys(path),
  };
}

async function firstLine(process_: ChildProcess): Promise<string> {
  if (!process_.stdout) throw new Error('The screen has no output');
  for await (const line of createInterface({ input: process_.stdout })) return line;
  throw new Error('The screen ended before it was ready');
}

async function end(process_: ChildProcess, signal?: 'SIGKILL'): Promise<void> {
  if (process_.exitCode !== null || process_.signalCode !== null) return;
  const ended = once(process_, 'exit');
  process_.kill(signal);
  await ended;
}
