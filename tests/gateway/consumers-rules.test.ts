import { afterAll, describe, expect, test } from 'vitest';
import { createConsumerEndpoint, type SignUpBody } from '../../src/contract/consumer.ts';
import { openGateway } from '../support/gateway.ts';
import { validSignUp } from '../support/people.ts';

const now = new Date('2026-03-10T15:00:00Z');
const site = await openGateway({ now });
const everything = await openGateway({ now, variant: 'all' });
afterAll(async () => {
  await site.close();
  await everything.close();
});

const signUp = (overrides: Partial<SignUpBody>, where = site) =>
  where.call(createConsumerEndpoint, { body: validSignUp(where.gateway.snapshot, overrides) });

const stateField = (value: string) => [{ campaignAdditionalFieldId: 11, value }];

describe('every rule of the page is repeated', () => {
  test.each<[string, Partial<SignUpBody>, string, string]>([
    ['no name', { name: ' ' }, 'name', 'Campo obrigatório'],
    [
      'a digit in the name',
      { name: 'Ana 2' },
      'name',
      'Não são permitidos números ou carateres especiais',
    ],
    [
      'a very long name',
      { name: 'a'.repeat(201) },
      'name',
      'O texto deve ter no máximo 200 caracteres',
    ],
    ['a wrong CPF', { document: '52998224724' }, 'document', 'CPF Inválido'],
    ['a CNPJ of a person', { document: '11222333000181' }, 'document', 'CPF Inválido'],
    ['a landline', { phone: '4133334444' }, 'phone', 'Celular Inválido'],
    ['a wrong e-mail', { email: 'ana@' }, 'email', 'Email inválido'],
    [
      'a short password',
      { password: 'Esco1' },
      'password',
      'A senha deve ter no mínimo 6 caracteres',
    ],
    [
      'a password in capitals',
      { password: 'ESCOVA1' },
      'password',
      'A senha deve ter no mínimo uma letra minúscula',
    ],
    [
      'a password without capitals',
      { password: 'escova1' },
      'password',
      'A senha deve ter no mínimo uma letra maiúscula',
    ],
    ['no birth date', { birthDate: null }, 'birthDate', 'Campo obrigatório'],
    ['a day that does not exist', { birthDate: '1990-02-30' }, 'birthDate', 'Data inválida'],
    ['a day before 18', { birthDate: '2008-03-11' }, 'birthDate', 'Você deve ser maior de 18 anos'],
    ['no state', { additionalFields: [] }, 'ADDRESS_STATE', 'Campo obrigatório'],
    [
      'another state',
      { additionalFields: stateField('SP') },
      'ADDRESS_STATE',
      'Estado não participante da promoção',
    ],
    [
      'an unknown additional field',
      { additionalFields: [...stateField('PR'), { campaignAdditionalFieldId: 99, value: 'x' }] },
      'additionalFields',
      'Opção inválida',
    ],
    ['privacy not accepted', { optIns: ['BRAND'] }, 'optIns', 'Campo obrigatório'],
    ['an unknown opt-in', { optIns: ['PRIVACY', 'FREE_MONEY'] }, 'optIns', 'Opção inválida'],
    ['another campaign', { campaignId: 20 }, 'campaignId', 'Opção inválida'],
    ['a company in a campaign for persons', { type: 'CORPORATE' }, 'type', 'Opção inválida'],
  ])('%s', async (_, overrides, field, message) => {
    const answer = await signUp(overrides);
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe('INVALID_REQUEST');
    expect(answer.error.fields).toEqual([{ field, message }]);
  });

  test.each<[string, Partial<SignUpBody>, string, string]>([
    [
      'a wrong CNPJ',
      { type: 'CORPORATE', document: '11222333000180' },
      'document',
      'CNPJ Inválido',
    ],
    [
      'no representative',
      { type: 'CORPORATE', representativeName: null },
      'representativeName',
      'Campo obrigatório',
    ],
    [
      'a wrong CPF of the representative',
      { type: 'CORPORATE', representativeDocument: '1' },
      'representativeDocument',
      'CPF Inválido',
    ],
    [
      'an address elsewhere',
      { address: address({ state: 'SP' }) },
      'address.state',
      'Estado não participante da promoção',
    ],
    ['no street', { address: address({ street: '' }) }, 'address.street', 'Campo obrigatório'],
    [
      'a wrong postcode',
      { address: address({ postcode: '123' }) },
      'address.postcode',
      'CEP inválido',
    ],
  ])('%s', async (_, overrides, field, message) => {
    const answer = await signUp(overrides, everything);
    expect(answer.status).toBe(400);
    expect(answer.error.fields).toEqual([{ field, message }]);
  });

  test('two answers about one field both count as wrong, though one may be right', async () => {
    const answer = await signUp({ additionalFields: [...stateField('SP'), ...stateField('PR')] });
    expect(answer.status).toBe(400);
    expect(answer.error.fields).toContainEqual({
      field: 'additionalFields',
      message: 'Opção inválida',
    });
  });

  test('an address is checked even if the campaign does not ask for it', async () => {
    const answer = await signUp({ address: address({ state: 'SP' }) });
    expect(answer.error.fields).toEqual([
      { field: 'address.state', message: 'Estado não participante da promoção' },
    ]);
  });

  test('people may take part from their 18th birthday in São Paulo', async () => {
    expect((await signUp({ birthDate: '2008-03-10' })).status).toBe(201);
  });

  test('all wrong fields are named at once', async () => {
    const { error } = await signUp({ name: '', document: '', email: '', optIns: [] });
    expect(error.fields?.map(({ field }) => field)).toEqual([
      'name',
      'document',
      'email',
      'optIns',
    ]);
  });
});

function address(part: Partial<NonNullable<SignUpBody['address']>>) {
  return {
    postcode: '80010000',
    street: 'Rua XV de Novembro',
    number: '1',
    district: 'Centro',
    city: 'Curitiba',
    state: 'PR',
    ...part,
  };
}
