import { credentialsKey, referralKey, wantedKey } from '../storage-keys.ts';
import { inlineScript } from './inline-script.ts';

/** What the page stamp is told at build time. */
export interface StampOptions {
  tenant: string | null;
  /** First and last millisecond of the campaign by its own dates. */
  starts: number;
  ends: number;
  /** Seconds that an answer to the cookie banner is kept. */
  keep: number;
}

/** The marks on <html> that variant.css reads. */
interface Marks {
  session?: 'in' | 'out';
  phase?: 'not-started' | 'open' | 'over';
  consent?: string;
  guarded?: string;
}

/**
 * The one inline script of every page, below 1 kB. It marks <html> with session, phase and consent
 * before anything is drawn (CSS shows the variant), and the phase again at every click, for a page
 * left open (PHASE-21). It sends strangers away from guarded pages and remembers what they wanted,
 * keeps the referral code (without storage, or without a session in it, the page is a stranger's),
 * and does what content pages have to press: the menu and the cookie banner.
 */
export function stampScript(options: StampOptions): string {
  return inlineScript(stamp, { ...options, kept: keys });
}

/** Its own source is all that reaches the page, so the names of what it keeps are handed in. */
const keys = { code: referralKey, session: credentialsKey, wanted: wantedKey };

function stamp({ tenant, starts, ends, keep, kept }: StampOptions & { kept: typeof keys }): void {
  const marks: Marks = document.documentElement.dataset;
  const follow = () => {
    const now = Date.now();
    marks.phase = now < starts ? 'not-started' : now > ends ? 'over' : 'open';
  };
  follow();
  marks.consent = /promo_consent=(\w+)/.exec(document.cookie)?.[1] ?? 'asked';
  try {
    const code = new URLSearchParams(location.search).get('mgm');
    if (code) localStorage[kept.code] = code;
    if (JSON.parse(localStorage[kept.session]).tenantId === tenant) marks.session = 'in';
  } catch {}
  if (marks.guarded && marks.session === 'out') {
    location.replace('/');
    // Last: a browser that keeps nothing ends the script here, and the page is left all the same.
    sessionStorage[kept.wanted] = location.pathname;
  }
  addEventListener(
    'click',
    ({ target }) => {
      follow();
      if (!(target instanceof Element)) return;
      const answer = target.getAttribute('data-answer');
      if (answer) {
        marks.consent = answer;
        // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
        document.cookie = `promo_consent=${answer};path=/;max-age=${keep}`;
      }
      if (!target.closest('summary')) document.querySelector('.menu')?.removeAttribute('open');
    },
    // Before the click does anything else.
    true,
  );
}
