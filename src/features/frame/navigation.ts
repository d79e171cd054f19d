import { loginLink } from '../../client/one-time-login.ts';
import { environment } from '../../environment.ts';
import { $session } from '../session/session.store.ts';

/** Milliseconds for which an address with a code is used; the code itself is good a little longer. */
const freshness = 50_000;

/** Where the last way out led, should the browser not have let the person go. */
let prepared: { path: string; address: string; until: number } | null = null;

/**
 * Takes navigation over: dialogs open in place, this page's own path and the home page are where
 * the person is already, and everything else is outside the frame.
 * @param home address, from #, of the dialog that the page itself stands for
 * @returns what ends it.
 */
export function followNavigation(home: string | null): () => void {
  const follow = (event: WindowEventMap['promo:navigate']) => {
    const { path } = event.detail;
    const isTaken = event.defaultPrevented;
    event.preventDefault();
    const [place = '', dialog] = path.split('#');
    if (dialog && `#${dialog}` !== home) return window.location.replace(`#${dialog}`);
    closeDialog();
    const isHere = dialog || place === '/' || place === window.location.pathname;
    if (!isTaken && !isHere) void leave(path);
  };
  window.addEventListener('promo:navigate', follow);
  return () => window.removeEventListener('promo:navigate', follow);
}

/** Leads the person on at the campaign's site, signed in there if they are here. */
export async function leave(path: string): Promise<void> {
  const now = environment().now().getTime();
  const isPrepared = prepared?.path === path && prepared.until > now;
  const address = isPrepared && prepared ? prepared.address : await loginLink(path);
  prepared = { path, address, until: now + freshness };
  const url = new URL(path, window.location.origin);
  const detail = { url: url.origin + url.pathname };
  window.dispatchEvent(new CustomEvent('promo:handoff', { detail }));
  leaveFrame(new URL(address, url).href);
}

/** Browsers let a frame move its page only on a press; a page may forbid it, but not a new tab. */
function leaveFrame(address: string): void {
  try {
    (window.top ?? window).location.href = address;
  } catch {
    window.open(address, '_blank', 'noopener');
  }
}

function closeDialog(): void {
  const { pathname, search, hash } = window.location;
  if (hash === '') return;
  window.history.replaceState(null, '', pathname + search);
  window.dispatchEvent(new Event('hashchange'));
}

/** Pages of somebody who is signed in; texts open in a tab of their own, as the page's base says. */
const personal = new Set([
  '/nova-nota',
  '/minhas-notas',
  '/resgatar',
  '/meus-resgates',
  '/perfil',
  '/sair',
]);

/**
 * Keeps links inside the frame from leading it to a page of the whole site.
 * @returns what ends it.
 */
export function followLinks(): () => void {
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || event.defaultPrevented || link.hasAttribute('target')) return;
  const { origin, pathname } = window.location;
  if (link.origin !== origin) return;
  const isInPlace = link.hash !== '' && (link.pathname === '/' || link.pathname === pathname);
  const isPersonal = personal.has(link.pathname) && $session.get().state === 'signed-in';
  if (!isInPlace && !isPersonal) return;
  event.preventDefault();
  environment().navigate(isInPlace ? link.hash : link.pathname);
}
