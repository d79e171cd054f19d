import { readers } from './attributes.ts';

/** Address of the script that this code came in; null in a module, and in an embedder's own bundle. */
const scriptAddress =
  typeof document !== 'undefined' && document.currentScript instanceof HTMLScriptElement
    ? document.currentScript.src
    : null;

/** Where the campaign's site is: the first address that is one. Null when none is. */
export function campaignOrigin(
  ...addresses: readonly (string | null | undefined)[]
): string | null {
  for (const address of [...addresses, scriptAddress]) {
    const origin = address && readers.origin(address);
    if (origin) return origin;
  }
  return null;
}

/** Where the other files of this script's version are; of an embedder's own bundle, the evergreen ones. */
export function scriptFolder(origin: string): string {
  return scriptAddress ? new URL('.', scriptAddress).href : `${origin}/widgets/v1/`;
}
