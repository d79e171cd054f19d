import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  getMeEndpoint,
  setInstantPaymentKeyEndpoint,
  setTransferAccountEndpoint,
  updateConsumerEndpoint,
} from '../../src/contract/consumer.ts';
import type { BodyOf } from '../../src/contract/endpoint.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';

let site: TestGateway;
let ana: TestConsumer;

beforeAll(async () => {
  site = await openGateway({ variant: 'all' });
  // Beside the state, fields that may be changed later, one of them required.
  site.gateway.snapshot.campaign.additionalFields.splice(
    1,
    Number.POSITIVE_INFINITY,
    field({ id: 12, key: 'STORE_TYPE', required: true, updatable: true }),
    field({ id: 13, key: 'GENDER', required: false, updatable: true }),
    field({ id: 14, key: 'MGM_PHONE', required: false, updatable: true }),
    field({ id: 15, key: 'MGM_CODE', required: false, updatable: true }),
  );
});
afterAll(() => site.close());
beforeEach(async () => {
  ana = await site.signUp({
    additionalFields: [
      { campaignAdditionalFieldId: 11, value: 'PR' },
      { campaignAdditionalFieldId: 12, value: 'Mercado' },
      { campaignAdditionalFieldId: 13, value: 'Outro' },
    ],
  });
});

const me = async () => (await site.call(getMeEndpoint, { token: ana.token })).body;

describe('a profile', () => {
  const patch = (body: BodyOf<typeof updateConsumerEndpoint>) =>
    site.call(updateConsumerEndpoint, { body, token: ana.token });

  test('changes its phone and nothing else', async () => {
    const before = await me();
    const { status, body } = await patch({ phone: '(51) 98888-7777' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, phone: '51988887777' });
    expect(await me()).toEqual(body);
  });

  test('changes its updatable fields and keeps the others', async () => {
    await patch({ additionalFields: [{ campaignAdditionalFieldId: 12, value: ' Padaria ' }] });
    expect((await me()).additionalFields).toEqual(
      expect.arrayContaining([
        { campaignAdditionalFieldId: 11, key: 'ADDRESS_STATE', value: 'PR' },
        { campaignAdditionalFieldId: 12, key: 'STORE_TYPE', value: 'Padaria' },
        { campaignAdditionalFieldId: 13, key: 'GENDER', value: 'Outro' },
      ]),
    );
  });

  test('forgets an optional answer that was emptied', async () => {
    await patch({ additionalFields: [{ campaignAdditionalFieldId: 13, value: '' }] });
    const keys = (await me()).additionalFields.map(({ key }) => key);
    expect(keys).toEqual(['ADDRESS_STATE', 'STORE_TYPE']);
  });

  test('keeps no longer answer than a sign-up does', async () => {
    const answer = (id: number, value: string) =>
      patch({ additionalFields: [{ campaignAdditionalFieldId: id, value }] });
    expect((await answer(14, `${'('.repeat(90_000)}41999998888`)).status).toBe(400);
    expect((await answer(14, '(41) 99999-8888')).status).toBe(200);
    expect((await answer(15, `${'x'.repeat(499)}😀`)).status).toBe(200);
    expect((await me()).additionalFields).toContainEqual({
      campaignAdditionalFieldId: 15,
      key: 'MGM_CODE',
      value: 'x'.repeat(499),
    });
  });

  test('takes a delivery address in any state', async () => {
    const { body } = await patch({
      address: {
        postcode: '01310-100',
        street: ' Avenida Paulista ',
        number: '1000',
        complement: 'apto 1',
        district: 'Bela Vista',
        city: 'São Paulo',
        state: 'sp',
      },
    });
    expect(body.address).toEqual({
      postcode: '01310100',
      street: 'Avenida Paulista',
      number: '1000',
      complement: 'apto 1',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    });
    expect(body.phone).toBe(ana.consumer.phone);
  });

  test.each<[string, BodyOf<typeof updateConsumerEndpoint>, string, string]>([
    ['no phone', { phone: '' }, 'phone', 'Campo obrigatório'],
    ['a landline', { phone: '4133334444' }, 'phone', 'Celular Inválido'],
    [
      'a fixed field',
      { additionalFields: [{ campaignAdditionalFieldId: 11, value: 'SC' }] },
      'ADDRESS_STATE',
      'Este campo não pode ser alterado',
    ],
    [
      'an unknown field',
      { additionalFields: [{ campaignAdditionalFieldId: -1, key: 'MGM_CODE', value: 'X' }] },
      'additionalFields',
      'Este campo não pode ser alterado',
    ],
    [
      'a field answered twice',
      {
        additionalFields: ['Padaria', 'Mercado'].map((value) => ({
          campaignAdditionalFieldId: 12,
          value,
        })),
      },
      'additionalFields',
      'Opção inválida',
    ],
    [
      'a required field emptied',
      { additionalFields: [{ campaignAdditionalFieldId: 12, value: ' ' }] },
      'STORE_TYPE',
      'Campo obrigatório',
    ],
    [
      'signs in a field',
      { additionalFields: [{ campaignAdditionalFieldId: 12, value: '<b>' }] },
      'STORE_TYPE',
      'Não é permitido caratéres especiais',
    ],
  ])('refuses %s and stays unchanged', async (_, body, name, message) => {
    const before = await me();
    const { status, error } = await patch(body);
    expect(status).toBe(400);
    expect(error.fields).toEqual([{ field: name, message }]);
    expect(await me()).toEqual(before);
  });

  test('does not change a person’s identity', async () => {
    for (const name of ['name', 'document', 'email', 'birthDate', 'type', 'mgmCode', 'optIns']) {
      const response = await site.send('/api/consumer', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
        body: JSON.stringify({ phone: ana.consumer.phone, [name]: 'x' }),
      });
      expect(response.status).toBe(400);
      expect((await response.json()).error.fields).toEqual([
        { field: name, message: 'Campo desconhecido' },
      ]);
    }
  });

  test('belongs to its token', async () => {
    const bia = await site.signUp({ additionalFields: ana.consumer.additionalFields.map(answer) });
    await patch({ phone: '48991112222' });
    const { body } = await site.call(getMeEndpoint, { token: bia.token });
    expect(body.phone).toBe(bia.consumer.phone);
  });
});

describe('an instant-payment key', () => {
  const set = (body: BodyOf<typeof setInstantPaymentKeyEndpoint>, token = ana.token) =>
    site.call(setInstantPaymentKeyEndpoint, { body, token });

  test.each(['CPF', 'EMAIL', 'PHONE'] as const)(
    'takes type %s from the profile, even if another one was sent',
    async (type) => {
      const { status } = await set({ instantPaymentKeyType: type, instantPaymentKeyValue: 'mine' });
      expect(status).toBe(200);
      const { document, email, phone, bankInfo } = await me();
      expect(bankInfo).toEqual({
        instantPaymentKeyType: type,
        instantPaymentKeyValue: { CPF: document, EMAIL: email, PHONE: phone }[type],
      });
    },
  );

  test('that is the phone is taken away when the phone changes, and by no other change', async () => {
    await set({ instantPaymentKeyType: 'PHONE' });
    const { phone } = await me();
    const patch = (body: BodyOf<typeof updateConsumerEndpoint>) =>
      site.call(updateConsumerEndpoint, { body, token: ana.token });
    const kept = await patch({ phone });
    expect(kept.body.bankInfo?.instantPaymentKeyValue).toBe(phone);
    const changed = await patch({ phone: '48991113333' });
    expect(changed.body.bankInfo?.instantPaymentKeyType).toBeUndefined();
    expect((await me()).bankInfo).toEqual(changed.body.bankInfo);
    await set({ instantPaymentKeyType: 'CPF' });
    const other = await patch({ phone });
    expect(other.body.bankInfo?.instantPaymentKeyType).toBe('CPF');
  });

  test('is the representative’s CPF for a company', async () => {
    const company = await site.signUp({
      type: 'CORPORATE',
      additionalFields: ana.consumer.additionalFields.map(answer),
    });
    const { body } = await set({ instantPaymentKeyType: 'CPF' }, company.token);
    expect(body.bankInfo.instantPaymentKeyValue).toBe(company.consumer.representativeDocument);
  });

  test('may be random, if it is a UUID, and is kept in small letters as Pix writes it', async () => {
    const key = '123E4567-e89b-12d3-a456-426614174000';
    const wrong = await set({ instantPaymentKeyType: 'RANDOM', instantPaymentKeyValue: 'abc' });
    expect(wrong.error.fields).toEqual([
      { field: 'instantPaymentKeyValue', message: 'Chave inválida' },
    ]);
    const missing = await set({ instantPaymentKeyType: 'RANDOM' });
    expect(missing.error.fields).toEqual([
      { field: 'instantPaymentKeyValue', message: 'Campo obrigatório' },
    ]);
    await set({ instantPaymentKeyType: 'RANDOM', instantPaymentKeyValue: key });
    expect((await me()).bankInfo?.instantPaymentKeyValue).toBe(key.toLowerCase());
  });

  test('is kept beside a bank account', async () => {
    const account = { bank: '001', accountBranch: '1234-5', accountNumber: '678-9' };
    await set({ instantPaymentKeyType: 'EMAIL' });
    const { status } = await site.call(setTransferAccountEndpoint, {
      body: account,
      token: ana.token,
    });
    expect(status).toBe(200);
    expect((await me()).bankInfo).toEqual({
      ...account,
      instantPaymentKeyType: 'EMAIL',
      instantPaymentKeyValue: ana.consumer.email,
    });
    const empty = { ...account, bank: ' ' };
    const refused = await site.call(setTransferAccountEndpoint, { body: empty, token: ana.token });
    expect(refused.error.fields).toEqual([{ field: 'bank', message: 'Campo obrigatório' }]);
  });
});

function field(given: { id: number; key: string; required: boolean; updatable: boolean }) {
  return {
    ...given,
    target: 'REGISTER' as const,
    type: 'TEXT',
    label: given.key,
    order: 1,
    options: [],
    group: null,
  };
}

function answer({
  campaignAdditionalFieldId,
  value,
}: {
  campaignAdditionalFieldId: number | string;
  value?: string | null | undefined;
}) {
  return { campaignAdditionalFieldId, value: value ?? '' };
}
