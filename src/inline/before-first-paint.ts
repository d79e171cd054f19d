import { minifySync } from 'vite';
import { referralInAddress } from '../rules/people/sign-up.ts';
import {
  clockKey,
  consentCookie,
  credentialsKey,
  debugCookie,
  referralKey,
  wantedKey,
} from '../storage-keys.ts';

export interface BootOptions {
  tenant: string | null;
  starts: number;
  ends: number;
  consentSeconds: number;
}

/**
 * Below 1 kB. Marks <html> with session, phase and consent before anything is drawn; also guards
 * pages, keeps the referral code, and serves the menu and the cookie banner.
 */
export function bootScript({ tenant, starts, ends, consentSeconds }: BootOptions): string {
  return inlineScript(boot, [
    tenant,
    starts,
    ends,
    consentSeconds,
    referralInAddress,
    referralKey,
    credentialsKey,
    wantedKey,
    consentCookie,
    clockKey,
  ]);
}

/** Only the function's source reaches the page, so keys are handed in; as a list, to save bytes. */
function boot([
  tenant,
  starts,
  ends,
  consentSeconds,
  referralCode,
  referral,
  session,
  wanted,
  consent,
  clock,
]: readonly [
  tenant: string | null,
  starts: number,
  ends: number,
  consentSeconds: number,
  referralCode: string,
  ...keys: [referral: string, session: string, wanted: string, consent: string, clock: string],
]): void {
  const page = document;
  const address = location;
  const htmlState = page.documentElement.dataset;
  // What a page with islands has learnt of the gateway's time, for pages that have none.
  let ahead = 0;
  const markPhase = () => {
    const now = Date.now() + ahead;
    htmlState.phase = now < starts ? 'not-started' : now > ends ? 'over' : 'open';
  };
  const mark = () => {
    try {
      // Without a cookie the answer holds for as long as the page.
      htmlState.consent =
        page.cookie.match(`${consent}=(\\w+)`)?.[1] ?? htmlState.consent ?? 'asked';
      ahead = +localStorage[clock] || 0;
      htmlState.session = JSON.parse(localStorage[session] ?? 0).tenantId === tenant ? 'in' : 'out';
    } catch {}
    markPhase();
  };
  mark();
  try {
    const code = address.search.match(referralCode)?.[1];
    if (code) localStorage[referral] = code;
  } catch {}
  if (htmlState.guarded && htmlState.session === 'out') {
    address.replace(`/${address.search}`);
    // Last, because without storage the script throws here.
    sessionStorage[wanted] = address.pathname;
  }
  // A page from the back/forward cache may be older than the session; a frame may have a session that is not stored.
  addEventListener('visibilitychange', top === self ? mark : markPhase, true);
  // A dialog opened by a link of the menu gives the focus back to its button, not to nothing.
  const closeMenu = () => {
    const openMenu = page.querySelector<HTMLElement>('.menu[open] summary');
    openMenu?.focus();
    openMenu?.click();
  };
  addEventListener(
    'click',
    ({ target }) => {
      markPhase();
      // A tracker may dispatch a click on the document, which has neither property.
      const pressed = target as Partial<HTMLElement>;
      const answer = pressed.dataset?.answer;
      if (answer) {
        htmlState.consent = answer;
        page.cookie = `${consent}=${answer};path=/;max-age=${consentSeconds}`;
      }
      if (!pressed.closest?.('summary')) closeMenu();
    },
    true,
  );
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenu();
  });
}

/** `?debug=secret` switches it on for 7 days. The page holds only the SHA-256 of the secret. */
export function debugScript(secretHash: string): string {
  return inlineScript(debugSwitch, { secretHash, cookie: debugCookie });
}

function debugSwitch({ secretHash, cookie }: { secretHash: string; cookie: string }): void {
  const htmlState = document.documentElement.dataset;
  const remember = (seconds: number) => {
    document.cookie = `${cookie}=on;path=/;max-age=${seconds}`;
  };
  const end = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('.debug-tag'))) return;
    remember(0);
    location.reload();
  };
  if (document.cookie.includes(`${cookie}=on`)) htmlState.debug = 'on';
  const query = new URLSearchParams(location.search);
  const secret = query.get('debug');
  if (secret) {
    // Users share addresses and trackers read them, so the secret must not stay there.
    query.delete('debug');
    const rest = String(query);
    history.replaceState(null, '', location.pathname + (rest && `?${rest}`) + location.hash);
    crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)).then((digest) => {
      const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
      if (hash.join('') !== secretHash) return;
      remember(7 * 86400);
      htmlState.debug = 'on';
    });
  }
  addEventListener('dblclick', end);
  addEventListener('touchend', end);
  addEventListener('click', (event) => event.detail === 0 && end(event));
}

/** Only the function's own source reaches the page, so it must use nothing outside of itself. */
export function inlineScript<Options>(
  script: (options: Options) => void,
  options: Options,
): string {
  const call = `(${script})(${JSON.stringify(options).replaceAll('<', '\\u003c')})`;
  return minifyInline(call);
}

export function minifyInline(script: string): string {
  const { code } = minifySync('inline.js', script, { module: false });
  return code.trim().replace(/;$/, '').replaceAll('</', '<\\/');
}
