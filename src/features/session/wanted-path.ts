import { environment, isClosed } from '../../environment.ts';
import { wantedKey } from '../../storage-keys.ts';

/**
 * Whether the user was sent home from the new receipt, and the promotion is over. True only once:
 * asking forgets it.
 */
export function wasRedirected(): boolean {
  const { drafts } = environment();
  if (!isClosed() || drafts.get(wantedKey) !== '/nova-nota') return false;
  drafts.remove(wantedKey);
  return true;
}

/**
 * Whether an address starts at this site's root, two slashes of either kind would name a host, and
 * is not the page that takes codes.
 */
export function isLocalPath(address: string): boolean {
  return /^\/(?![/\\])/.test(withoutBlanks(address)) && !takesCodes(address);
}

/**
 * Whether an address, in any spelling that some server understands, is `/continuar`. It takes the
 * code that its address brings from a page of this site, so a link that first sends a user to
 * sign in must not lead on to it: they would go on as the maker of the link.
 */
function takesCodes(address: string): boolean {
  const [path = ''] = withoutBlanks(address).split(/[?#]/);
  return /[/\\]continuar(?![\w-])/i.test(withoutBlanks(decoded(path)));
}

/** Decoded as often as it was encoded; what is no code stays as it is. */
function decoded(path: string): string {
  const once = path.replace(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return once === path ? path : decoded(once);
}

/** Browsers leave tabs and line ends out of addresses. */
function withoutBlanks(address: string): string {
  return Array.from(address)
    .filter((character) => character > ' ')
    .join('');
}
