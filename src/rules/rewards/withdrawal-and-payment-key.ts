import type { ConsumerType } from '../campaign/parameters.ts';
import { isCnpj, isCpf, normaliseDocument } from '../people/cpf-cnpj.ts';
import { checkPhone, normalisePhone } from '../people/person-fields.ts';
import { checkRequired, type Violation } from '../violation.ts';

export const withdrawalStatuses = ['PENDING', 'TRANSFER_REQUESTED', 'SUCCESS', 'ERROR'] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

export const endedWithdrawals: readonly WithdrawalStatus[] = ['SUCCESS', 'ERROR'];

/** A thief's key is paid no earlier, so that the owner's email about it comes in time. */
export const newKeyHoldHours = 24;

export type WithdrawalBlocker = 'WALLET_INACTIVE' | 'NO_BALANCE';

export function withdrawalBlocker({
  balance,
  status,
}: {
  balance: number;
  status: string;
}): WithdrawalBlocker | null {
  if (status !== 'ACTIVE') return 'WALLET_INACTIVE';
  return balance > 0 ? null : 'NO_BALANCE';
}

export type PaymentKeyType = 'CPF' | 'EMAIL' | 'PHONE' | 'RANDOM';

export function needsPaymentKey({
  engines,
}: {
  engines: readonly { details: { transferType?: string | null | undefined } }[];
}): boolean {
  return engines.some(({ details }) => details.transferType === 'INSTANT_PAYMENT');
}

interface PaymentKeyOwner {
  type: ConsumerType;
  document: string;
  representativeDocument?: string | null | undefined;
  email: string;
  phone: string;
}

const randomKey = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A company's CPF key is that of its representative; null for RANDOM, which users type. */
export function profilePaymentKey(type: PaymentKeyType, owner: PaymentKeyOwner): string | null {
  if (type === 'EMAIL') return owner.email;
  if (type === 'PHONE') return owner.phone;
  if (type === 'RANDOM') return null;
  return owner.type === 'CORPORATE' ? (owner.representativeDocument ?? '') : owner.document;
}

export function checkRandomPaymentKey(value: string): Violation | null {
  return checkRequired(value) ?? (randomKey.test(value.trim()) ? null : 'PAYMENT_KEY');
}

/** In small letters, as Pix writes it, so that equal keys are equal texts. */
export function normaliseRandomKey(value: string): string {
  return value.trim().toLowerCase();
}

/** A Pix key as filters compare it, from any form in which banks and files show it. */
export function normalisePaymentKey(text: string): string {
  const key = text.trim().toLowerCase();
  if (isCpf(key) || isCnpj(key)) return normaliseDocument(key).toLowerCase();
  return checkPhone(key) === null ? normalisePhone(key) : key;
}

export function maskedKey(type: PaymentKeyType, key: string): string {
  if (type === 'EMAIL') return key.replace(/^(.).*@/, '$1***@');
  if (type === 'RANDOM') return `${key.slice(0, 4)}…${key.slice(-4)}`;
  return `…${key.slice(-4)}`;
}
