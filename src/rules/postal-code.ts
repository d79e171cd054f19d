import { withoutPunctuation } from './punctuation.ts';
import type { Violation } from './violation.ts';

/** Digits only: the form in which a postcode (CEP) is kept, sent and looked up. */
export function normalisePostalCode(text: string): string {
  return withoutPunctuation(text);
}

/** Eight digits; whether the postcode exists is for the lookup to say. */
export function checkPostalCode(text: string): Violation | null {
  const postcode = normalisePostalCode(text);
  if (postcode === '') return 'REQUIRED';
  return /^\d{8}$/.test(postcode) ? null : 'POSTCODE';
}

/** 00000-000; text of another length is returned without punctuation. */
export function formatPostalCode(text: string): string {
  return normalisePostalCode(text).replace(/^(\d{5})(\d{3})$/, '$1-$2');
}
