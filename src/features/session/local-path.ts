import { oneTimeLoginPath, signOutPath } from '../../paths.ts';

const pagesThatActUnasked = [oneTimeLoginPath, signOutPath];

/** Whether it is a path of this site: two slashes name a host, and some pages act unasked. */
export function isLocalPath(address: string): boolean {
  return /^\/(?![/\\])/.test(withoutBlanks(address)) && !actsUnasked(address);
}

/** In any spelling: a link could sign the user in with its maker's code, or out. */
function actsUnasked(address: string): boolean {
  const [path = ''] = withoutBlanks(address).split(/[?#]/);
  const plain = withoutBlanks(decoded(path)).replaceAll('\\', '/');
  return pagesThatActUnasked.some((page) => new RegExp(`${page}(?![\\w-])`, 'i').test(plain));
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
