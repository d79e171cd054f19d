import { normaliseDocument } from '../people/cpf-cnpj.ts';
import type { ReceiptViolation } from '../violation.ts';
import { isKeyOfAnotherDocument, monthOfIssue, readAccessKey } from './access-key.ts';

/** State code, year and month of issue: how every access key starts. */
const keyStart = /^[1-5]\d{3}(?:0[1-9]|1[0-2])/;

export type KeyConflict = 'MONTH' | 'CNPJ';

export interface ReceiptFields {
  identifier: string;
  purchaseDate: string;
  cnpj: string;
}

/** Letters stay only where the CNPJ of an access key may hold them. */
export function normaliseIdentifier(text: string): string {
  let normal = '';
  for (const character of text.toUpperCase()) {
    const inCnpj = normal.length >= 6 && normal.length < 18 && keyStart.test(normal);
    if (/\d/.test(character) || (inCnpj && /[A-Z]/.test(character))) normal += character;
  }
  return normal;
}

const keyLength = 44;

export function formatIdentifier(text: string): string {
  return normaliseIdentifier(text)
    .slice(0, keyLength)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
}

export function showIdentifier(identifier: string): string {
  return identifier.length === keyLength ? formatIdentifier(identifier) : identifier;
}

/** Its end, which people can compare with the paper: '… 1325 8372'. */
export function showIdentifierEnd(identifier: string): string {
  return identifier.length === keyLength
    ? `… ${formatIdentifier(identifier).slice(-9)}`
    : identifier;
}

/** With 44 characters it is taken for an access key, with fewer for the receipt's own number. */
export function checkIdentifier(identifier: string): ReceiptViolation | null {
  if (identifier === '') return 'REQUIRED';
  if (identifier.length === keyLength) {
    if (isKeyOfAnotherDocument(identifier)) return 'ACCESS_KEY_MODEL';
    return readAccessKey(identifier) ? null : 'ACCESS_KEY';
  }
  return /^\d{1,43}$/.test(identifier) ? null : 'IDENTIFIER';
}

/** A duplicate key without an access key is `number/cnpj/day`; statements look for the separator. */
export const partSeparator = '/';

/** Stands between the key of a released receipt and its id, by which the key equals no other. */
export const releaseSeparator = ' ';

/** What makes two receipts the same (column `identity`). */
export function duplicateKeyOf({ identifier, cnpj, purchaseDate }: ReceiptFields): string {
  const key = readAccessKey(identifier);
  if (key) return key.key;
  return [shortNumber(identifier), normaliseDocument(cnpj), purchaseDate].join(partSeparator);
}

export function parseDuplicateKey(
  duplicateKey: string,
): Pick<ReceiptFields, 'identifier' | 'cnpj'> {
  const [unreleased = ''] = duplicateKey.split(releaseSeparator);
  const [identifier = '', cnpj = ''] = unreleased.split(partSeparator);
  return { identifier, cnpj };
}

export function shortNumber(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** Sent in spite of a conflict, the receipt waits for analysis instead of being refused. */
export function keyConflicts({ identifier, cnpj, purchaseDate }: ReceiptFields): KeyConflict[] {
  const key = readAccessKey(identifier);
  if (key === null) return [];
  const conflicts: KeyConflict[] = [];
  if (!purchaseDate.startsWith(monthOfIssue(key))) conflicts.push('MONTH');
  if (normaliseDocument(cnpj) !== key.cnpj) conflicts.push('CNPJ');
  return conflicts;
}
