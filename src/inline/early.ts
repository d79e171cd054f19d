import { pathOf } from '../contract/endpoint.ts';
import type { SiteProps } from '../environment.ts';
import { credentialsKey } from '../storage-keys.ts';
import { inlineScript } from './inline-script.ts';

const timeoutMs = 10_000;

/**
 * The inline script of a page about a person: asks the gateway for what the page shows while its
 * scripts are on their way. hosts/site-environment.ts hands the answers over.
 * @param endpoints reads with no parameter but `:campaignId`
 */
export function earlyRequests(
  { apiUrl, campaign }: SiteProps,
  endpoints: readonly { path: string }[],
): string {
  const addresses = endpoints.map(({ path }) => apiUrl + pathOf(path, { campaignId: campaign.id }));
  return inlineScript(ask, { addresses, timeoutMs, key: credentialsKey });
}

interface RequestsOptions {
  addresses: string[];
  timeoutMs: number;
  key: string;
}

/** Only for a session that boot.ts has found and that need not be renewed first. */
function ask({ addresses, timeoutMs, key }: RequestsOptions): void {
  if (document.documentElement.dataset['session'] !== 'in') return;
  const { token, expiresAt } = JSON.parse(localStorage[key]);
  if (!(expiresAt > Date.now())) return;
  const bearer = `Bearer ${token}`;
  const headers = { authorization: bearer, 'accept-language': 'pt-BR' };
  const answers = addresses.map((address) => [
    address,
    fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch(() => null),
  ]);
  window.earlyAnswers = { bearer, answers: Object.fromEntries(answers) };
}

/**
 * The inline script of a framed page: repeats what the page around it said too early, at the
 * frame's event `promo:listening`.
 */
export function queueFrameMessages(): string {
  return inlineScript(keep, {});
}

function keep(): void {
  const early: MessageEvent[] = [];
  const listen = (event: MessageEvent) => early.push(event);
  addEventListener('message', listen);
  addEventListener(
    'promo:listening',
    () => {
      removeEventListener('message', listen);
      for (const event of early) dispatchEvent(event);
    },
    { once: true },
  );
}

/**
 * On a page whose islands load at once, a button pressed too early waits for its island.
 * `client:touch` (touch-directive.ts) does so where nothing loads before a touch.
 */
export function replayClicks(html: string): string {
  if (!html.includes('client="load"')) return html;
  const script = `<script>${inlineScript(hold, {})}</script>`;
  return html.replace('</head>', (end) => script + end);
}

/** Of several buttons only the last click is replayed. */
function hold(): void {
  let pressed: Element | null = null;
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const island = button?.closest('astro-island[ssr]');
      if (!button || !island) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed = button;
      island.addEventListener(
        'astro:hydrate',
        () => {
          if (pressed !== button) return;
          pressed = null;
          button.click();
        },
        { once: true },
      );
    },
    true,
  );
}
