import { expect, it } from 'vitest';
import type { Consumer } from '../../../../src/contract/consumer.ts';
import {
  profileKeyText,
  savedKeyText,
  withdrawalNote,
} from '../../../../src/features/wallets/wallets.store.ts';

const person: Consumer = {
  id: 7,
  type: 'PERSON',
  name: 'Bia Souza',
  document: '52998224725',
  email: 'bia@exemplo.com.br',
  phone: '41998765432',
  optIns: [],
  additionalFields: [],
};

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

it('the saved key is shown as in the profile, with only a part of a CPF or random key', () => {
  const saved = (
    instantPaymentKeyType: 'CPF' | 'PHONE' | 'RANDOM',
    instantPaymentKeyValue: string,
  ) => savedKeyText({ bankInfo: { instantPaymentKeyType, instantPaymentKeyValue } });
  expect(saved('CPF', '52998224725')).toBe('***.982.247-**');
  expect(saved('PHONE', '41998765432')).toBe('(41) 99876-5432');
  expect(saved('RANDOM', '123e4567-e89b-12d3-a456-426655440000')).toBe('123e…0000');
  expect(savedKeyText({ bankInfo: null })).toBeNull();
});

it.each([
  ['PENDING', 'bia@exemplo.com.br', 'Vai por Pix para a chave bia@exemplo.com.br'],
  ['PENDING', null, ''],
  // The bank may have been asked to pay to an earlier key.
  ['TRANSFER_REQUESTED', 'bia@exemplo.com.br', 'O pagamento já foi pedido ao banco.'],
  ['ERROR', null, 'O pagamento não foi feito. O valor voltou para o seu saldo.'],
  ['SUCCESS', 'bia@exemplo.com.br', ''],
])('the note of a withdrawal in %s with the key %s: %s', (status, key, note) => {
  expect(withdrawalNote(status, key)).toBe(note);
});
