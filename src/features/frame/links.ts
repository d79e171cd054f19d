import { environment } from '../../environment.ts';
import { $session } from '../session/session.store.ts';

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
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

function follow(event: MouseEvent): void {
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
