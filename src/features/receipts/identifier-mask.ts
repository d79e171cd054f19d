import { normaliseIdentifier } from '../../rules/receipt-identity.ts';
import type { Mask } from '../../ui/masks.ts';

/** Characters of an access key, the longest Código da Nota. */
const keyLength = 44;

/** VAL-27, in groups of four, as access keys are printed. */
export function formatIdentifier(text: string): string {
  return normaliseIdentifier(text)
    .slice(0, keyLength)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** On a card: an access key in its groups, a shorter number as it is. */
export function showIdentifier(identifier: string): string {
  return identifier.length === keyLength ? formatIdentifier(identifier) : identifier;
}

/** By its end, which people can compare with the paper: '… 1325 8372'. */
export function showIdentifierEnd(identifier: string): string {
  return identifier.length === keyLength
    ? `… ${formatIdentifier(identifier).slice(-9)}`
    : identifier;
}

/** Letters are possible, so no keyboard of digits alone. */
export const identifierMask: Mask = { inputMode: 'text', format: formatIdentifier };
