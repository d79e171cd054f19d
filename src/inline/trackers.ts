import { parameter, type WithParameters } from '../rules/campaign/parameters.ts';
import { inlineScript } from './before-first-paint.ts';

export interface Trackers {
  tagManager: string | null;
  clarity: string | null;
  pixel: string | null;
}

export function trackersOf(campaign: WithParameters): Trackers | null {
  const trackers = {
    tagManager: parameter(campaign, 'GTM_CODE'),
    clarity: parameter(campaign, 'MS_CLARITY_ID'),
    pixel: parameter(campaign, 'AD_PIXEL_ID'),
  };
  return Object.values(trackers).some((name) => name !== null) ? trackers : null;
}

declare global {
  /** Absent until the visitor accepted trackers. */
  interface Window {
    dataLayer?: Record<string, unknown>[];
    clarity?: { (...words: string[]): void; q: string[][] };
    TiktokAnalyticsObject?: string;
    ttq?: AdPixel;
  }

  interface AdPixel {
    page(): void;
    identify(person: { email: string; phone_number: string }): void;
    track(event: string, details: Record<string, never>, about: { event_id: string }): void;
  }
}

export function trackersScript(trackers: Trackers): string {
  return inlineScript(startTrackers, trackers);
}

/**
 * One function, because its source is written into the page. Runs once cookies are accepted, and
 * reports which fields the user left, never their values.
 */
function startTrackers({ tagManager, clarity, pixel }: Trackers): void {
  const htmlState = document.documentElement.dataset;
  let isStarted = false;

  const load = (address: string) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    document.head.append(script);
  };

  const startTagManager = (id: string) => {
    window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
    load(`https://www.googletagmanager.com/gtm.js?id=${id}`);
  };

  /** What a page shows signed-in people is about them: their name, their receipts. */
  const maskIfSignedIn = () => {
    if (htmlState.session === 'in') htmlState.clarityMask = 'True';
  };

  const startClarity = (id: string) => {
    maskIfSignedIn();
    const session = { attributeFilter: ['data-session'] };
    new MutationObserver(maskIfSignedIn).observe(document.documentElement, session);
    const queue: string[][] = [];
    const command = (...words: string[]) => queue.push(words);
    window.clarity = Object.assign(command, { q: queue });
    load(`https://www.clarity.ms/tag/${id}`);
  };

  /** The pixel's script takes over the queue. */
  const startPixel = (id: string) => {
    const queue: unknown[] = [];
    const queued =
      (method: string) =>
      (...about: unknown[]) =>
        queue.push([method, ...about]);
    const address = 'https://analytics.tiktok.com/i18n/pixel/events.js';
    window.TiktokAnalyticsObject = 'ttq';
    window.ttq = Object.assign(queue, {
      _i: { [id]: Object.assign([], { _u: address }) },
      _t: { [id]: Date.now() },
      _o: { [id]: {} },
      page: queued('page'),
      identify: queued('identify'),
      track: queued('track'),
    });
    window.ttq.page();
    load(`${address}?sdkid=${id}&lib=ttq`);
  };

  const start = () => {
    if (isStarted || htmlState.consent !== 'accepted') return;
    isStarted = true;
    if (tagManager) startTagManager(tagManager);
    if (clarity) startClarity(clarity);
    if (pixel) startPixel(pixel);
  };

  const pushEvent = (event: string, details: object) => {
    start();
    if (htmlState.consent === 'accepted') window.dataLayer?.push({ event, ...details });
  };

  start();
  // Cookies may have been answered in another tab, or while this page was in the back/forward cache.
  addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    // Scripts from elsewhere would stay.
    if (isStarted && htmlState.consent !== 'accepted') location.reload();
    start();
  });
  addEventListener('click', ({ target }) => {
    const control = target instanceof Element && target.closest('a,button,summary');
    if (!control) return;
    // On pages about one person, texts name files and lucky numbers.
    const label = htmlState.guarded
      ? control.localName
      : (control.getAttribute('aria-label') ?? control.textContent);
    pushEvent('click', {
      label: label.trim().replace(/\s+/g, ' ').slice(0, 80),
      // The query may contain more than where the link leads.
      ...(control instanceof HTMLAnchorElement && { link: control.pathname + control.hash }),
    });
  });
  addEventListener('focusout', ({ target }) => {
    if (!(target instanceof Element && target.matches('input,select,textarea'))) return;
    const field = target.getAttribute('name');
    const form = target.closest('form')?.id;
    if (field && form) pushEvent('blur', { form, field });
  });
  addEventListener('promo:submit', ({ detail }) => pushEvent('save', detail));
  addEventListener('promo:success', ({ detail }) => pushEvent('success', detail));
  addEventListener('promo:error', ({ detail }) => pushEvent('error', detail));
  addEventListener('promo:failure', ({ detail }) => pushEvent('failure', detail));
}
