import { credentialsKey, referralKey, wantedKey } from '../storage-keys.ts';
import { inlineScript } from './inline-script.ts';

/** What the script gets at build time. */
export interface BootOptions {
  tenant: string | null;
  /** First and last millisecond of the campaign by its own dates. */
  starts: number;
  ends: number;
  /** Seconds that an answer to the cookie banner is kept. */
  keep: number;
}

/** The attributes of <html> that variant.css reads. */
interface HtmlState {
  session?: 'in' | 'out';
  phase?: 'not-started' | 'open' | 'over';
  consent?: string;
  guarded?: string;
}

/**
 * The one inline script of every page, below 1 kB. It marks <html> with session, phase and consent
 * before anything is drawn (CSS shows the variant), and the phase again at every click, for a page
 * left open. It sends people who are signed out away from guarded pages and remembers what they
 * wanted, keeps the referral code, and serves the two controls of content pages: the menu and the
 * cookie banner. Without storage, or without a session in it, everybody is signed out.
 */
export function bootScript(options: BootOptions): string {
  return inlineScript(boot, { ...options, keys });
}

/** Its own source is all that reaches the page, so the names of what it keeps are handed in. */
const keys = [referralKey, credentialsKey, wantedKey] as const;

function boot({
  tenant,
  starts,
  ends,
  keep,
  keys: [referral, session, wanted],
}: BootOptions & { keys: typeof keys }): void {
  const htmlState: HtmlState = document.documentElement.dataset;
  const follow = () => {
    const now = Date.now();
    htmlState.phase = now < starts ? 'not-started' : now > ends ? 'over' : 'open';
  };
  follow();
  htmlState.consent = /promo_consent=(\w+)/.exec(document.cookie)?.[1] ?? 'asked';
  try {
    const code = new URLSearchParams(location.search).get('mgm');
    if (code) localStorage[referral] = code;
    if (JSON.parse(localStorage[session]).tenantId === tenant) htmlState.session = 'in';
  } catch {}
  if (htmlState.guarded && htmlState.session === 'out') {
    location.replace('/');
    // Last: a browser that keeps nothing ends the script here, and the page is left all the same.
    sessionStorage[wanted] = location.pathname;
  }
  addEventListener(
    'click',
    ({ target }) => {
      follow();
      if (!(target instanceof Element)) return;
      const answer = target.getAttribute('data-answer');
      if (answer) {
        htmlState.consent = answer;
        // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
        document.cookie = `promo_consent=${answer};path=/;max-age=${keep}`;
      }
      if (!target.closest('summary')) document.querySelector('.menu')?.removeAttribute('open');
    },
    // Before the click does anything else.
    true,
  );
}
