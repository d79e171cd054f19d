import type { Violation } from '../violation.ts';

/** The 67 area codes (Anatel, Código Nacional), 9 and 8 digits (Resolução 749/2022, art. 12). */
const mobile = /^(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])9\d{8}$/;

/** Without country code (+55, 0055) and long-distance 0; any other number keeps its plus. */
export function normalisePhone(text: string): string {
  const number = text.replaceAll(/(?!^\+)[^\p{L}\p{N}]/gu, '');
  return number.replace(/^(?:(?:\+|00)?55|0)(?=\d{11}$)/, '');
}

export function checkPhone(text: string): Violation | null {
  const phone = normalisePhone(text);
  if (phone === '') return 'REQUIRED';
  return mobile.test(phone) ? null : 'PHONE';
}

/** (00) 00000-0000; a number of another length stays in its digits. */
export function formatPhone(text: string): string {
  return normalisePhone(text).replace(/^(\d{2})(\d{5})(\d{4})$/, '($1) $2-$3');
}
