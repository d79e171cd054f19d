import { expect, it } from 'vitest';
import type { Consumer } from '../../../../src/contract/consumer.ts';
import { profileKeyText, withdrawalNote } from '../../../../src/features/wallets/wallets.store.ts';
import type { PaymentKeyType } from '../../../../src/rules/rewards/withdrawal-and-payment-key.ts';
import { registeredPerson as person } from '../../../support/people.ts';

it('a key of the profile is shown as the profile shows it', () => {
  expect(profileKeyText('CPF', person)).toBe('529.982.247-25');
  expect(profileKeyText('PHONE', person)).toBe('(41) 99876-5432');
  expect(profileKeyText('EMAIL', person)).toBe('bia@exemplo.com.br');
});

it('a company’s CPF is that of its representative', () => {
  const company: Consumer = {
    ...person,
    type: 'CORPORATE',
    document: '11222333000181',
    representativeDocument: '11144477735',
  };
  expect(profileKeyText('CPF', company)).toBe('111.444.777-35');
});

it.each<[PaymentKeyType, string, string]>([
  ['CPF', '52998224725', '***.982.247-**'],
  ['PHONE', '41998765432', '(41) 99876-5432'],
  ['EMAIL', 'bia@exemplo.com.br', 'bia@exemplo.com.br'],
  ['RANDOM', '123e4567-e89b-12d3-a456-426655440000', '123e…0000'],
])('a withdrawal that waits names its %s', (type, value, shown) => {
  expect(withdrawalNote({ status: 'PENDING', paymentKey: { type, value } })).toBe(
    `Vai por Pix para a chave ${shown}`,
  );
});

it.each([
  ['PENDING', ''],
  ['TRANSFER_REQUESTED', 'O pagamento já foi pedido ao banco.'],
  ['ERROR', 'O pagamento não foi feito. O valor voltou para o seu saldo.'],
  ['SUCCESS', ''],
])('the note of a withdrawal in %s without a key: %s', (status, note) => {
  expect(withdrawalNote({ status, paymentKey: null })).toBe(note);
});

it('a withdrawal to a new key says when it goes', () => {
  const paymentKey = { type: 'EMAIL', value: 'ana@exemplo.com' } as const;
  const payableFrom = '2026-12-02T13:00:00.000Z';
  expect(withdrawalNote({ status: 'PENDING', paymentKey, payableFrom })).toBe(
    'Vai por Pix para a chave ana@exemplo.com, depois de 02/12/2026 10:00: a chave é nova',
  );
});
