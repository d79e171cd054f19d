import { checkDigit } from '../../../src/rules/people/cpf-cnpj.ts';
import type { Random } from './random.ts';

const codeByState = { PR: '41', SC: '42', RS: '43' } as const;

export type ReceiptState = keyof typeof codeByState;

/** The layouts of an NFC-e QR code that are printed today. */
export type QrVersion = 'v2' | 'v3';

interface KeyParts {
  state: ReceiptState;
  /** `yyyy-MM-dd`. */
  day: string;
  cnpj: string;
  series: number;
  number: number;
  /** True for a receipt issued in offline contingency (tpEmis 9). */
  offline: boolean;
  code: string;
}

/** Adds the check digit to the 43 characters before it. */
export function withCheckDigit(body: string): string {
  return `${body}${checkDigit(body)}`;
}

/** A valid 44-character NFC-e key. */
export function receiptKey({ state, day, cnpj, series, number, offline, code }: KeyParts): string {
  const month = day.slice(2, 4) + day.slice(5, 7);
  const numbers = `${String(series).padStart(3, '0')}${String(number).padStart(9, '0')}`;
  return withCheckDigit(
    `${codeByState[state]}${month}${cnpj}65${numbers}${offline ? 9 : 1}${code}`,
  );
}

/** A made-up CNPJ with valid digits; with letters when asked. */
export function fictionalCnpj(random: Random, letters = false): string {
  const characters = letters ? '0123456789ABCDEGHJKLMNPRSTVWXYZ' : '0123456789';
  const root = Array.from({ length: 8 }, () =>
    characters.charAt(random.between(0, characters.length - 1)),
  ).join('');
  return withCheckDigit(withCheckDigit(`${root}0001`));
}
