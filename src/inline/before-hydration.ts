import { pathOf } from '../contract/endpoint.ts';
import type { SiteProps } from '../environment.ts';
import { listeningEvent } from '../page-events.ts';
import { credentialsKey, reloadedKey } from '../storage-keys.ts';
import { inlineScript } from './before-first-paint.ts';

/** Calls the gateway while scripts still load; `endpoints` have no parameter but `:campaignId`. */
export function earlyRequestsScript(
  { apiUrl, campaign }: SiteProps,
  endpoints: readonly { path: string }[],
): string {
  const addresses = endpoints.map(({ path }) => apiUrl + pathOf(path, { campaignId: campaign.id }));
  return inlineScript(requestEarly, { addresses, key: credentialsKey });
}

interface RequestsOptions {
  addresses: string[];
  key: string;
}

/** Only with a session that before-first-paint.ts has found and whose token is still valid. */
function requestEarly({ addresses, key }: RequestsOptions): void {
  if (document.documentElement.dataset.session !== 'in') return;
  const { token, expiresAt } = JSON.parse(localStorage[key]);
  if (!(expiresAt > Date.now())) return;
  const bearer = `Bearer ${token}`;
  const headers = { authorization: bearer, 'accept-language': 'pt-BR' };
  const answers = addresses.map((address) => [
    address,
    fetch(address, { headers }).catch(() => null),
  ]);
  window.earlyAnswers = { bearer, answers: Object.fromEntries(answers) };
}

/** Tells a page that says hello too early that the form is loading; `page-channel.script.ts` hears it later. */
export function earlyHelloScript(): string {
  return inlineScript(answerAndQueueHellos, listeningEvent);
}

function answerAndQueueHellos(startEvent: string): void {
  const early: MessageEvent[] = [];
  const listen = (event: MessageEvent) => {
    early.push(event);
    const { source, data, ports } = event;
    if (source !== parent || data?.type !== 'hello') return;
    ports[0]?.postMessage({ v: 1, id: data.id, type: 'loading' });
  };
  addEventListener('message', listen);
  addEventListener(
    startEvent,
    () => {
      removeEventListener('message', listen);
      for (const event of early) dispatchEvent(event);
    },
    { once: true },
  );
}

/** Runs before any script asks who is signed in. Links cannot switch it on, as it stops sending. */
export function testModeScript(query: string): string {
  return inlineScript(markFrame, { query });
}

function markFrame({ query }: { query: string }): void {
  if (parent === window || location.search !== query) return;
  const { dataset } = document.documentElement;
  dataset.mode = 'test';
  dataset.session = 'out';
}

/** Retries islands whose script failed, then loads the page again. */
export function retryScript(): string {
  return inlineScript(retryHydration, reloadedKey);
}

function retryHydration(reloaded: string): void {
  let pauseMs = 0;
  addEventListener('astro:hydration-error', ({ target }) => {
    pauseMs += 250;
    const island = target as Element & { start?(): void };
    setTimeout(() => island.start?.(), pauseMs);
    // Once for each build, and once for dialogs, which have no island.
    const key = reloaded + island.getAttribute?.('renderer-url');
    // The server may have replaced the page's files by others. Without storage this throws.
    if (pauseMs > 2000 && navigator.onLine && !sessionStorage[key]) {
      sessionStorage[key] = 1;
      location.reload();
    }
  });
}

/** Holds presses that come before an island that loads late. */
export function holdPressScript(): string {
  return inlineScript(holdPress, {});
}

/** A press on a button waits for its island, others for all islands; only the last is replayed. */
function holdPress(): void {
  let pressed: Element | null = null;
  addEventListener(
    'click',
    (event) => {
      const { target } = event;
      const control =
        target instanceof Element &&
        target.closest<HTMLElement>(
          // With these keys a link opens another tab or window.
          event.shiftKey || event.ctrlKey || event.metaKey
            ? 'button'
            : 'button,.when-in a,a[href*="#"]',
        );
      if (!control) return;
      const ownIsland = control.matches('button') && control.closest('astro-island');
      const island = ownIsland
        ? ownIsland.closest('[ssr]')
        : document.querySelector('[ssr][client=touch]');
      if (!island) return;
      event.preventDefault();
      // Listeners on the window still get it: it may be the touch that loads the islands.
      event.stopPropagation();
      pressed = control;
      island.addEventListener(
        'astro:hydrate',
        () => {
          if (pressed !== control) return;
          pressed = null;
          control.click();
        },
        { once: true },
      );
    },
    true,
  );
}

/** On a page without dialogs, redirects to the page that opens the dialog in the address. */
export function toDialogScript(dialog: string): string {
  return inlineScript(redirectToDialog, dialog);
}

function redirectToDialog(dialog: string): void {
  if (location.hash && dialog.endsWith(location.hash)) location.replace(dialog);
}
