import { minifySync } from 'vite';
import { credentialsKey, referralKey, wantedKey } from '../storage-keys.ts';

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
    referralKey,
    credentialsKey,
    wantedKey,
  ]);
}

/** Only the function's source reaches the page, so keys are handed in; as a list, to save bytes. */
function boot([tenant, starts, ends, consentSeconds, referral, session, wanted]: readonly [
  tenant: string | null,
  starts: number,
  ends: number,
  consentSeconds: number,
  ...keys: [referral: string, session: string, wanted: string],
]): void {
  const htmlState = document.documentElement.dataset;
  const markPhase = () => {
    const now = Date.now();
    htmlState.phase = now < starts ? 'not-started' : now > ends ? 'over' : 'open';
  };
  const mark = () => {
    markPhase();
    // Without a cookie the answer holds for as long as the page.
    htmlState.consent =
      /promo_consent=(\w+)/.exec(document.cookie)?.[1] ?? htmlState.consent ?? 'asked';
    try {
      htmlState.session = JSON.parse(localStorage[session] ?? 0).tenantId === tenant ? 'in' : 'out';
    } catch {}
  };
  mark();
  try {
    // Without a code this throws. The gateway may refuse a whole sign-up for other characters.
    const [, code] = /[?&]mgm=([\w-]{1,40})/.exec(location.search) as unknown as string[];
    localStorage[referral] = code;
  } catch {}
  if (htmlState.guarded && htmlState.session === 'out') {
    location.replace(`/${location.search}`);
    // Last, because without storage the script throws here.
    sessionStorage[wanted] = location.pathname;
  }
  // A kept page may be older than the session; a frame may have a session that is not stored.
  addEventListener('visibilitychange', top === self ? mark : markPhase, true);
  const openMenu = () => document.querySelector<HTMLElement>('.menu[open] summary');
  addEventListener(
    'click',
    ({ target }) => {
      markPhase();
      if (!(target instanceof Element)) return;
      const { answer } = (target as HTMLElement | SVGElement).dataset;
      if (answer) {
        htmlState.consent = answer;
        document.cookie = `promo_consent=${answer};path=/;max-age=${consentSeconds}`;
      }
      if (!target.closest('summary')) openMenu()?.click();
    },
    true,
  );
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    openMenu()?.focus();
    openMenu()?.click();
  });
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
