import { environment } from '../../environment.ts';
import { isFramedPath } from '../../paths.ts';
import { wantedKey } from '../../storage-keys.ts';

export function hasWantedPath(): boolean {
  return environment().drafts.get(wantedKey) !== null;
}

/** Sets where the next sign-in in this tab leads; never to a framed page, with its own sign-in. */
export function wantPath(path: string): void {
  if (!isFramedPath(path)) environment().drafts.set(wantedKey, path);
}

export function deleteWantedPath(): void {
  environment().drafts.remove(wantedKey);
}

export function takeWantedPath(): string | null {
  const { drafts } = environment();
  const path = drafts.get(wantedKey);
  drafts.remove(wantedKey);
  return path && isLocalPath(path) ? path : null;
}

/** Whether it is a path of this site: two slashes name a host, and `/continuar` takes codes. */
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
