import { describe, expect, it } from 'vitest';
import {
  checkRandomPaymentKey,
  maskedKey,
  profilePaymentKey,
  withdrawalBlocker,
} from '../../../../src/rules/rewards/withdrawal-and-payment-key.ts';

const person = {
  type: 'PERSON',
  document: '52998224725',
  email: 'ana@exemplo.com',
  phone: '41987654321',
} as const;

const company = {
  ...person,
  type: 'CORPORATE',
  document: '11222333000181',
  representativeDocument: '11144477735',
} as const;

describe('instant-payment key', () => {
  it('comes from the profile for CPF, e-mail and phone', () => {
    expect(profilePaymentKey('CPF', person)).toBe('52998224725');
    expect(profilePaymentKey('EMAIL', person)).toBe('ana@exemplo.com');
    expect(profilePaymentKey('PHONE', person)).toBe('41987654321');
    expect(profilePaymentKey('RANDOM', person)).toBeNull();
  });

  it("is the representative's CPF for a company", () => {
    expect(profilePaymentKey('CPF', company)).toBe('11144477735');
  });

  it.each([
    ['123e4567-e89b-12d3-a456-426655440000', null],
    ['123E4567-E89B-12D3-A456-426655440000', null],
    ['123e4567e89b12d3a456426655440000', 'PAYMENT_KEY'],
    ['123e4567-e89b-12d3-a456-42665544000g', 'PAYMENT_KEY'],
    [' 123e4567-e89b-12d3-a456-426655440000 ', null],
    ['123e4567-e89b-12d3-a456-4266554400001', 'PAYMENT_KEY'],
    ['x123e4567-e89b-12d3-a456-426655440000', 'PAYMENT_KEY'],
    ['ana@exemplo.com', 'PAYMENT_KEY'],
    ['', 'REQUIRED'],
  ] as const)('judges the random key %j as %s', (value, violation) => {
    expect(checkRandomPaymentKey(value)).toBe(violation);
  });
});

describe('a masked key', () => {
  it.each([
    ['CPF', '52998224725', '…4725'],
    ['PHONE', '41987654321', '…4321'],
    ['EMAIL', 'ana.souza@exemplo.com.br', 'a***@exemplo.com.br'],
    ['RANDOM', '123e4567-e89b-42d3-a456-426614174000', '123e…4000'],
  ] as const)('of type %s shows enough to be recognised', (type, key, masked) => {
    expect(maskedKey(type, key)).toBe(masked);
  });
});

it.each([
  [1, 'ACTIVE', null],
  [0, 'ACTIVE', 'NO_BALANCE'],
  [1, 'BLOCKED', 'WALLET_INACTIVE'],
] as const)(
  'withdrawn from %d in a wallet %s is refused or not: %s',
  (balance, status, blocker) => {
    expect(withdrawalBlocker({ balance, status })).toBe(blocker);
  },
);
