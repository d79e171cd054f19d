import { checkRequired, type Violation } from './violation.ts';

/** The kinds of instant-payment (Pix) key that a cashback withdrawal takes. */
export type PaymentKeyType = 'CPF' | 'EMAIL' | 'PHONE' | 'RANDOM';

/** CASH-03: cashback leaves as an instant payment, so it needs a key to go to. */
export function needsPaymentKey({
  engines,
}: {
  engines: readonly { details: { transferType?: string | null | undefined } }[];
}): boolean {
  return engines.some(({ details }) => details.transferType === 'INSTANT_PAYMENT');
}

/** What of the profile becomes a key. */
export interface PaymentKeyOwner {
  type: 'PERSON' | 'CORPORATE';
  document: string;
  representativeDocument?: string | null | undefined;
  email: string;
  phone: string;
}

const randomKey = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * CASH-05 and CASH-07: the key that the profile gives, which nobody types. A company's CPF key is
 * its representative's.
 * @returns null for RANDOM, which is typed.
 */
export function profilePaymentKey(type: PaymentKeyType, owner: PaymentKeyOwner): string | null {
  if (type === 'EMAIL') return owner.email;
  if (type === 'PHONE') return owner.phone;
  if (type === 'RANDOM') return null;
  return owner.type === 'CORPORATE' ? (owner.representativeDocument ?? '') : owner.document;
}

/** CASH-06: a typed key is a UUID in either case. */
export function checkRandomPaymentKey(value: string): Violation | null {
  return checkRequired(value) ?? (randomKey.test(value.trim()) ? null : 'PAYMENT_KEY');
}

/** Enough of a key for its owner to recognise it, and too little for anybody else to use it. */
export function maskedKey(type: PaymentKeyType, key: string): string {
  if (type === 'EMAIL') return key.replace(/^(.).*@/, '$1***@');
  if (type === 'RANDOM') return `${key.slice(0, 4)}…${key.slice(-4)}`;
  return `…${key.slice(-4)}`;
}
