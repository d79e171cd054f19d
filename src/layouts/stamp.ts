/** What the page stamp is told at build time. */
export interface StampOptions {
  tenant: string | null;
  /** First and last millisecond of the campaign by its own dates. */
  starts: number;
  ends: number;
  /** How long an answer to the cookie banner is kept. */
  consentSeconds: number;
}

/** The marks on <html> that variant.css reads. */
interface Marks {
  session?: 'in' | 'out';
  phase?: 'not-started' | 'open' | 'over';
  consent?: string;
  debug?: 'on';
  guarded?: string;
}

/**
 * The one inline script of every page, below 1 kB. It marks <html> with session, phase and consent
 * before anything is drawn (CSS shows the variant), sends strangers away from guarded pages, keeps
 * the referral code (without storage, or without a session in it, the page is a stranger's), and
 * what content pages have to press: the menu and the cookie banner.
 */
export function stampScript(options: StampOptions): string {
  return inline(stamp, options);
}

/** Debug mode (specification, section 6): `?debug=secret` switches it on, the red tag off. */
export function debugScript(secretHash: string): string {
  return inline(debugSwitch, secretHash);
}

/**
 * A function that uses nothing from outside, as the text of a script that calls it. Blanks around
 * signs are dropped, so the function must hold no text that needs them.
 */
function inline<Options>(script: (options: Options) => void, options: Options): string {
  const source = script
    .toString()
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/ ?([=?:{}(),<>&|+*]+) ?/g, '$1');
  return `(${source})(${JSON.stringify(options).replaceAll('<', '\\u003c')})`;
}

function stamp({ tenant, starts, ends, consentSeconds }: StampOptions): void {
  const marks: Marks = document.documentElement.dataset;
  const now = Date.now();
  marks.phase = now < starts ? 'not-started' : now > ends ? 'over' : 'open';
  marks.consent = /promo_consent=(\w+)/.exec(document.cookie)?.[1] ?? 'asked';
  try {
    const referral = new URLSearchParams(location.search).get('mgm');
    if (referral) localStorage['promo.mgm'] = referral;
    if (JSON.parse(localStorage['promo.session']).tenantId === tenant) marks.session = 'in';
  } catch {}
  if (marks.guarded && marks.session === 'out') location.replace('/');
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const answer = target.getAttribute('data-answer');
    if (answer) {
      marks.consent = answer;
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
      document.cookie = `promo_consent=${answer};path=/;max-age=${consentSeconds}`;
    }
    if (!target.closest('summary')) document.querySelector('.menu')?.removeAttribute('open');
  });
}

function debugSwitch(secretHash: string): void {
  const marks: Marks = document.documentElement.dataset;
  const remember = (seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
    document.cookie = `promo_debug=on;path=/;max-age=${seconds}`;
  };
  const end = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('.debug-tag'))) return;
    remember(0);
    delete marks.debug;
  };
  if (document.cookie.includes('promo_debug=on')) marks.debug = 'on';
  const secret = new URLSearchParams(location.search).get('debug');
  if (secret) {
    crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)).then((digest) => {
      const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
      if (hash.join('') !== secretHash) return;
      remember(7 * 86400);
      marks.debug = 'on';
    });
  }
  addEventListener('dblclick', end);
  addEventListener('touchend', end);
}
