import { existsSync } from 'node:fs';

// Debian's; the shell alone starts a page three times as fast as the whole browser.
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const program = programs.find(existsSync);

/** How Chromium is launched; without one of Debian's, Playwright takes its own. */
export const browserOptions = {
  ...(program ? { executablePath: program } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

/** Nothing moves unless a page is asked to: drawings inside of pictures hear of that only so. */
export const stillBrowserOptions = {
  ...browserOptions,
  args: [...browserOptions.args, '--force-prefers-reduced-motion'],
};
