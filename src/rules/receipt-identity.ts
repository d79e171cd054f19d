import { readAccessKey } from './access-key.ts';
import { normaliseDocument } from './documents.ts';
import type { Violation } from './violation.ts';

/** State code, year and month of issue: how every access key starts. */
const keyStart = /^[1-5]\d{3}(?:0[1-9]|1[0-2])/;

/** What of the typed receipt does not agree with the access key it was typed beside. */
export type KeyConflict = 'MONTH' | 'CNPJ';

export interface ReceiptFields {
  identifier: string;
  /** `yyyy-MM-dd`. */
  purchaseDate: string;
  cnpj: string;
}

/**
 * VAL-27: drops, while typing or pasting, all but digits; letters stay only where the CNPJ of an
 * access key may hold them.
 */
export function normaliseIdentifier(text: string): string {
  let kept = '';
  for (const character of text.toUpperCase()) {
    const inCnpj = kept.length >= 6 && kept.length < 18 && keyStart.test(kept);
    if (/\d/.test(character) || (inCnpj && /[A-Z]/.test(character))) kept += character;
  }
  return kept;
}

/**
 * VAL-27: digits, fewer than 44; or an access key whose check digit holds, with or without letters
 * in its CNPJ.
 */
export function checkIdentifier(identifier: string): Violation | null {
  if (identifier === '') return 'REQUIRED';
  if (identifier.length === 44) return readAccessKey(identifier) ? null : 'ACCESS_KEY';
  return /^\d{1,43}$/.test(identifier) ? null : 'IDENTIFIER';
}

/**
 * What makes a receipt one and the same (REC-30): an access key alone; a shorter number together
 * with shop and day, its leading zeros being a matter of printing.
 */
export function receiptIdentity({ identifier, cnpj, purchaseDate }: ReceiptFields): string {
  const key = readAccessKey(identifier);
  if (key) return key.key;
  const number = identifier.replace(/^0+(?=\d)/, '');
  return [number, normaliseDocument(cnpj), purchaseDate].join('/');
}

/**
 * Where an access key and the fields beside it disagree. The person is told and may correct it;
 * sent as it is, the receipt waits for an analysis instead of being refused.
 * @returns an empty list for a number that is no access key, which tells nothing.
 */
export function keyConflicts({ identifier, cnpj, purchaseDate }: ReceiptFields): KeyConflict[] {
  const key = readAccessKey(identifier);
  if (key === null) return [];
  const month = `${key.year}-${String(key.month).padStart(2, '0')}`;
  const conflicts: KeyConflict[] = [];
  if (!purchaseDate.startsWith(month)) conflicts.push('MONTH');
  if (normaliseDocument(cnpj) !== key.cnpj) conflicts.push('CNPJ');
  return conflicts;
}
