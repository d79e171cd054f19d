import { describe, expect, it } from 'vitest';
import { consumerTypes } from '../../../../src/rules/campaign/parameters.ts';
import {
  type CampaignField,
  missingOptIns,
  optInCodes,
  statedOptIns,
  tickableOptIns,
} from '../../../../src/rules/people/campaign-fields.ts';
import {
  type SignUpInput,
  signUpRules,
  signUpViolations,
} from '../../../../src/rules/people/sign-up.ts';

const now = new Date('2025-10-15T12:00:00-03:00');

const state: CampaignField = {
  key: 'ADDRESS_STATE',
  target: 'REGISTER',
  required: true,
  order: 0,
  options: ['PR', 'SC', 'RS'],
};

const optIns = [
  { code: 'NEWS', required: true, displayOrder: 2 },
  { code: 'BRAND', required: false, displayOrder: 0 },
  { code: 'PRIVACY', required: true, displayOrder: -1 },
];

const person: SignUpInput = {
  type: 'PERSON',
  name: 'Ana Silva',
  document: '52998224725',
  phone: '41987654321',
  birthDate: '2000-01-31',
  email: 'ana@exemplo.com',
  password: 'aB1234',
  optIns: ['NEWS', 'PRIVACY'],
  additionalFields: { ADDRESS_STATE: 'PR' },
};

const company: SignUpInput = {
  ...person,
  type: 'CORPORATE',
  name: '3 Irmãos & Cia.',
  document: '12ABC34501DE35',
  representativeName: 'Ana Silva',
  representativeDocument: '52998224725',
  birthDate: null,
};

const address = {
  postcode: '80010000',
  street: 'Rua XV de Novembro',
  number: '1',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
};

function rules(parameters: { code: string; value: string }[] = []) {
  return signUpRules({
    parameters: [{ code: 'CONSUMER_REGISTER_TYPES', value: 'PERSON,CORPORATE' }, ...parameters],
    additionalFields: [state],
    registerOptins: optIns,
  });
}

const withAddress = rules([{ code: 'CONSUMER_ADDRESS_REQUIRED', value: 'true' }]);

describe('sign-up', () => {
  it('accepts a person and a company', () => {
    expect(signUpViolations(person, rules(), now)).toEqual([]);
    expect(signUpViolations(company, rules(), now)).toEqual([]);
  });

  it('names every refused field of a person', () => {
    const wrong: SignUpInput = {
      ...person,
      name: 'Ana 2',
      document: '11111111111',
      birthDate: '2010-01-01',
      phone: '4133334444',
      email: 'ana',
      password: 'abc',
      optIns: [],
      additionalFields: { ADDRESS_STATE: 'SP' },
    };
    expect(signUpViolations(wrong, rules(), now)).toEqual([
      { field: 'name', violation: 'NAME' },
      { field: 'document', violation: 'CPF' },
      { field: 'birthDate', violation: 'UNDER_AGE' },
      { field: 'phone', violation: 'PHONE' },
      { field: 'email', violation: 'EMAIL' },
      { field: 'password', violation: 'PASSWORD_LENGTH' },
      { field: 'ADDRESS_STATE', violation: 'STATE' },
      { field: 'optIns', violation: 'REQUIRED' },
    ]);
  });

  it('asks a company for its representative and for no birth date', () => {
    const incomplete = { ...company, representativeName: null, representativeDocument: '1' };
    expect(signUpViolations(incomplete, rules(), now)).toEqual([
      { field: 'representativeName', violation: 'REQUIRED' },
      { field: 'representativeDocument', violation: 'CPF' },
    ]);
    expect(signUpViolations({ ...person, birthDate: undefined }, rules(), now)).toEqual([
      { field: 'birthDate', violation: 'REQUIRED' },
    ]);
  });

  it('asks for an address only when the campaign requires one', () => {
    expect(signUpViolations(person, withAddress, now).map(({ field }) => field)).toEqual([
      'address.postcode',
      'address.street',
      'address.number',
      'address.district',
    ]);
    expect(signUpViolations({ ...person, address }, withAddress, now)).toEqual([]);
  });

  it('refuses an address in another state', () => {
    const elsewhere = { ...person, address: { ...address, state: 'SP' } };
    expect(signUpViolations(elsewhere, withAddress, now)).toEqual([
      { field: 'address.state', violation: 'STATE' },
    ]);
  });

  it('refuses a kind of consumer that the campaign does not take', () => {
    const personsOnly = { ...rules(), types: ['PERSON' as const] };
    expect(signUpViolations(company, personsOnly, now)).toEqual([
      { field: 'type', violation: 'OPTION' },
    ]);
  });

  it.each([
    ['PERSON,CORPORATE', ['PERSON', 'CORPORATE']],
    ['CORPORATE', ['CORPORATE']],
    ['PERSON', ['PERSON']],
    ['', ['PERSON']],
  ])('reads the register types %j', (value, types) => {
    expect(consumerTypes({ parameters: [{ code: 'CONSUMER_REGISTER_TYPES', value }] })).toEqual(
      types,
    );
  });
});

describe('opt-ins', () => {
  it('shows those of order 0 or more as checkboxes, sorted, and states the others', () => {
    expect(tickableOptIns(optIns).map(({ code }) => code)).toEqual(['BRAND', 'NEWS']);
    expect(statedOptIns(optIns).map(({ code }) => code)).toEqual(['PRIVACY']);
  });

  it('misses required checkboxes only', () => {
    expect(missingOptIns(optIns, [])).toEqual(['NEWS']);
    expect(missingOptIns(optIns, ['NEWS'])).toEqual([]);
  });

  it('always sends PRIVACY, once', () => {
    expect(optInCodes([])).toEqual(['PRIVACY']);
    expect(optInCodes(['PRIVACY', 'NEWS', 'NEWS'])).toEqual(['PRIVACY', 'NEWS']);
  });
});
