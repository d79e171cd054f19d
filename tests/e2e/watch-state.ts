import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';
import type { ServedSite } from '../support/site-process.ts';

/** @returns what prints, after a failed test, what its site, its requests and its pages were doing */
export function watchState(context: BrowserContext, site: ServedSite): () => Promise<void> {
  const begun = new Map<Request, number>();
  context.on('request', (request) => begun.set(request, performance.now()));
  context.on('requestfinished', (request) => begun.delete(request));
  context.on('requestfailed', (request) => begun.delete(request));
  const unanswered = () =>
    [...begun].map(([request, at]) => {
      const seconds = Math.round((performance.now() - at) / 1000);
      return `${request.method()} ${request.url()} for ${seconds} s`;
    });
  return async () => {
    // Among the results of the other tests.
    process.stdout.write(`The gateway:\n${await site.state()}\n`);
    process.stdout.write(['Requests without an answer:', ...unanswered(), ''].join('\n'));
    for (const page of context.pages()) {
      const shown = await Promise.race([shownBy(page), pause(lateMs, 'nothing: it hangs')]);
      process.stdout.write(`${page.url()} shows ${shown}\n`);
    }
  };
}

const lateMs = 10_000;

async function shownBy(page: Page): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot();
  return `${await page.evaluate(drawing)}:\n${shown}`;
}

/** A page that draws no more shows what it has, but takes no click. */
function drawing(): Promise<string> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve('as it draws'));
    setTimeout(() => resolve('and draws no more'), 5_000);
  });
}
