import type { Page } from '@playwright/test';
import type { ServedSite } from '../support/site-process.ts';

/** The bot check's service. Forms load it themselves, whatever the answer to the cookie banner. */
const botCheck = /^https:\/\/www\.google\.com\/recaptcha\//;

/** In the place of the service's script: the token of an action is its name. */
const answeringBotCheck = `window.grecaptcha = {
  ready: (go) => go(),
  render: () => 0,
  execute: (_, { action }) => { window.asked?.(action); return Promise.resolve(action); },
}`;

/** The bot check's service is within reach: a form would wait five seconds for it in vain. */
export async function answerBotCheck(page: Page): Promise<void> {
  await page
    .context()
    .route(botCheck, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: answeringBotCheck }),
    );
}

/** What reached the world outside the site. */
export interface Outside {
  /** Addresses, in order. */
  readonly addresses: string[];
  /** What the tag manager and the pixel got: `[method, ...about]`. */
  readonly events: Record<string, unknown>[];
  readonly pixel: unknown[][];
  /** Everything that left, as one text. */
  said(): string;
}

/** A script instead of a tracker's own, which forwards what is pushed to its queue. */
function tellAll(queue: string, address: string): string {
  return `{
    const send = (event) =>
      fetch('${address}', { method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(event) });
    ${queue}.forEach(send);
    ${queue}.push = send;
  }`;
}

const scripts: Readonly<Record<string, string>> = {
  '/gtm.js': tellAll('dataLayer', 'https://www.google-analytics.com/g/collect'),
  '/i18n/pixel/events.js': tellAll('ttq', 'https://analytics.tiktok.com/api'),
};

/** Stands between a page and everything that is not the site, and answers for the bot check's service. */
export async function standOutside(page: Page, site: ServedSite): Promise<Outside> {
  const addresses: string[] = [];
  const bodies: string[] = [];
  const events: Record<string, unknown>[] = [];
  const calls: unknown[][] = [];
  await page.context().route(
    (url) => url.origin !== site.url,
    async (route) => {
      const request = route.request();
      const { hostname, pathname } = new URL(request.url());
      const body = request.postData();
      addresses.push(request.url());
      if (body) bodies.push(body);
      if (body && hostname === 'www.google-analytics.com') events.push(JSON.parse(body));
      if (body && hostname === 'analytics.tiktok.com') calls.push(JSON.parse(body));
      await route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: scripts[pathname] ?? '',
      });
    },
  );
  await answerBotCheck(page);
  return { addresses, events, pixel: calls, said: () => [...addresses, ...bodies].join('\n') };
}
