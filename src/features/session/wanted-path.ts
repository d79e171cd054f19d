import { environment, isClosed } from '../../environment.ts';
import { newReceiptPath } from '../../paths.ts';
import { wantedKey } from '../../storage-keys.ts';

/** Whether the user was sent home because the promotion is over; true only once. */
export function wasRedirected(): boolean {
  const { drafts } = environment();
  if (!isClosed() || drafts.get(wantedKey) !== newReceiptPath) return false;
  drafts.remove(wantedKey);
  return true;
}

/** Whether an address is a path of this site: two slashes would name a host, and `/continuar` takes codes. */
export function isLocalPath(address: string): boolean {
  return /^\/(?![/\\])/.test(withoutBlanks(address)) && !takesCodes(address);
}

/** `/continuar` in any spelling: a link there could sign the user in with its maker's code. */
function takesCodes(address: string): boolean {
  const [path = ''] = withoutBlanks(address).split(/[?#]/);
  return /[/\\]continuar(?![\w-])/i.test(withoutBlanks(decoded(path)));
}

function decoded(path: string): string {
  const once = path.replace(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return once === path ? path : decoded(once);
}

/** Browsers drop tabs and line ends from addresses. */
function withoutBlanks(address: string): string {
  return Array.from(address)
    .filter((character) => character > ' ')
    .join('');
}
