import { assert, create } from 'superstruct';
import { describe, expect, test } from 'vitest';
import { embeddedCampaign } from '../../../../src/campaign/load.ts';
import { SignUpBody } from '../../../../src/contract/consumer.ts';
import { homeLabels, signUpErrors } from '../../../../src/features/sign-up/sign-up-fields.ts';
import { signUpBody } from '../../../../src/features/sign-up/submit-sign-up.ts';

const now = new Date('2025-10-18T12:00:00-03:00');
const seeded = (variant: '19' | 'all') =>
  embeddedCampaign({ variant, window: 'spec', tenantId: 't', today: '2025-10-18' }).campaign;
const campaign = seeded('19');
const unchecked = { recaptchaToken: 'error', referral: null };

const typed = {
  name: ' Ana Clara D’Ávila ',
  document: '529.982.247-25',
  ADDRESS_STATE: 'PR',
  birthDate: '07/03/1990',
  phone: '(41) 99999-0000',
  email: 'ana@exemplo.com.br ',
  password: ' Escova1',
  'optIns.PRIVACY': 'on',
};

const asCompany = {
  type: 'CORPORATE',
  companyName: 'Mercado Silva',
  companyDocument: '11.222.333/0001-81',
};

describe('the payload', () => {
  test('has the fields of a person', () => {
    expect(signUpBody(campaign, typed, unchecked)).toEqual({
      type: 'PERSON',
      name: 'Ana Clara D’Ávila',
      document: '52998224725',
      birthDate: '1990-03-07',
      phone: '41999990000',
      email: 'ana@exemplo.com.br',
      password: ' Escova1',
      campaignId: 19,
      recaptchaToken: 'error',
      optIns: ['PRIVACY'],
      additionalFields: [{ campaignAdditionalFieldId: 11, value: 'PR' }],
    });
  });

  test('has no birth date for a company, and no representative for a person', () => {
    const both = { ...typed, representativeName: 'Bia', representativeDocument: '529.982.247-25' };
    expect(signUpBody(campaign, both, unchecked)).not.toHaveProperty('representativeName');
    const company = signUpBody(seeded('all'), { ...both, ...asCompany }, unchecked);
    expect(company).toMatchObject({
      name: 'Mercado Silva',
      document: '11222333000181',
      representativeDocument: '52998224725',
    });
    expect(company).not.toHaveProperty('birthDate');
  });

  test('has PRIVACY whether or not it is ticked, and other opt-ins only when they are', () => {
    const none = { ...typed, 'optIns.PRIVACY': '' };
    expect(signUpBody(campaign, none, unchecked).optIns).toEqual(['PRIVACY']);
    const all = { ...typed, 'optIns.BRAND': 'on' };
    expect(signUpBody(campaign, all, unchecked).optIns.toSorted()).toEqual(['BRAND', 'PRIVACY']);
  });

  test('leaves empty additional fields out', () => {
    const body = signUpBody(campaign, { ...typed, ADDRESS_STATE: '' }, unchecked);
    expect(body.additionalFields).toEqual([]);
  });

  test('carries the referral code twice, under -1 when the campaign has no such field', () => {
    const body = signUpBody(campaign, typed, { ...unchecked, referral: 'BRI-7K2Q' });
    expect(body.mgmCode).toBe('BRI-7K2Q');
    expect(body.additionalFields).toContainEqual({
      campaignAdditionalFieldId: -1,
      key: 'MGM_CODE',
      value: 'BRI-7K2Q',
    });
  });

  test('carries it in the field of the campaign, unless the person typed another', () => {
    const [state] = campaign.additionalFields;
    const fields = state ? [{ ...state, id: 99, key: 'MGM_CODE', options: [] }] : [];
    const asking = { ...campaign, additionalFields: fields };
    const sent = (typedCode: string) =>
      signUpBody(asking, { ...typed, MGM_CODE: typedCode }, { ...unchecked, referral: 'A1' });
    const withCode = (value: string) => ({
      mgmCode: value,
      additionalFields: [{ campaignAdditionalFieldId: 99, value }],
    });
    expect(sent('')).toMatchObject(withCode('A1'));
    expect(sent(' ')).toMatchObject(withCode('A1'));
    expect(sent(' B2 ')).toMatchObject(withCode('B2'));
  });

  test('has an address only when the campaign asks one', () => {
    const withAddress = { ...typed, 'address.postcode': '80010-000', 'address.state': 'pr' };
    expect(signUpBody(campaign, withAddress, unchecked)).not.toHaveProperty('address');
    expect(signUpBody(seeded('all'), withAddress, unchecked).address).toMatchObject({
      postcode: '80010000',
      state: 'PR',
      complement: null,
    });
  });

  test('is what the contract takes', () => {
    expect(() => assert(signUpBody(campaign, typed, unchecked), SignUpBody)).not.toThrow();
    expect(
      create(signUpBody(seeded('all'), { ...typed, ...asCompany }, unchecked), SignUpBody),
    ).toBeTruthy();
  });
});

describe('the sentences beside the fields', () => {
  const faults = (values: Record<string, string>) =>
    signUpErrors(campaign, { ...typed, ...values }, now);

  test('are none for a person who may register', () => {
    expect(faults({})).toEqual({});
  });

  test.each([
    ['name', 'Ana 2', 'Não são permitidos números ou carateres especiais'],
    ['document', '111.111.111-11', 'CPF Inválido'],
    ['ADDRESS_STATE', '', 'Campo obrigatório'],
    ['birthDate', '31/02/1990', 'Data inválida'],
    ['birthDate', '19/10/2007', 'Você deve ser maior de 18 anos'],
    ['phone', '(41) 3333-0000', 'Celular Inválido'],
    ['email', 'ana@exemplo', 'Email inválido'],
    ['password', 'escova1', 'A senha deve ter no mínimo uma letra maiúscula'],
    ['optIns.PRIVACY', '', 'Campo obrigatório'],
  ])('%s as %s: %s', (name, value, sentence) => {
    expect(faults({ [name]: value })).toEqual({ [name]: sentence });
  });
});

test('the fields of the home page’s form stand in the order of the specification', () => {
  const labels = Object.values(homeLabels(campaign)).slice(0, 7);
  expect(labels).toEqual(['Nome', 'CPF', 'Estado', 'Data de Nasc.', 'Celular', 'E-mail', 'Senha']);
});
