import { environment, isClosed } from '../../environment.ts';

/** Where the page that somebody was sent away from is kept; the page stamp writes it too. */
export const wantedKey = 'promo.wanted';

/**
 * Whether somebody was sent home from the new receipt, and the promotion is over (PHASE-12); asked
 * for once.
 */
export function cameToClosedDoor(): boolean {
  const { drafts } = environment();
  if (!isClosed() || drafts.get(wantedKey) !== '/nova-nota') return false;
  drafts.remove(wantedKey);
  return true;
}

/** Whether an address starts at this site's root: two slashes, of either kind, would name a host. */
export function isLocalPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address);
}
