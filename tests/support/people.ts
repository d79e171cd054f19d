import { randomInt } from 'node:crypto';
import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import type { Consumer, SignUpBody } from '../../src/contract/consumer.ts';
import { isOn } from '../../src/rules/campaign/parameters.ts';
import { formatCpf } from '../../src/rules/people/cpf-cnpj.ts';
import { cpfDigits } from './cpf.ts';

/** What a person who has never taken part would type. */
export interface Person {
  readonly name: string;
  readonly document: string;
  readonly state: string;
  readonly birthDate: string;
  readonly phone: string;
  readonly email: string;
  readonly password: string;
}

/** A new adult of Paraná, with a valid and unused CPF. */
export function newPerson(): Person {
  const number = randomInt(100_000_000, 999_999_999);
  return {
    name: "Ana Clara D'Ávila",
    document: cpfDigits(number),
    state: 'PR',
    birthDate: '07/03/1990',
    phone: `(41) 9${String(number).slice(0, 4)}-${String(number).slice(4, 8)}`,
    email: `ana.${number}@exemplo.com.br`,
    password: 'Segredo1',
  };
}

/** The same by name of the sign-up's fields, with an address. */
export function typedPerson(): Record<string, string> {
  const { state, document, ...person } = newPerson();
  return { ...person, ...typedByAll, document: formatCpf(document), ADDRESS_STATE: state };
}

export function typedCompany(): Record<string, string> {
  const { name, document, email, phone, password } = typedPerson();
  return {
    ...typedByAll,
    type: 'CORPORATE',
    companyName: 'Mercado Silva & Filhos Ltda.',
    companyDocument: generateCnpj(),
    representativeName: name ?? '',
    representativeDocument: document ?? '',
    phone: phone ?? '',
    email: email ?? '',
    password: password ?? '',
    ADDRESS_STATE: 'PR',
  };
}

const typedByAll = {
  'optIns.PRIVACY': 'on',
  'address.postcode': '80010-000',
  'address.street': 'Rua XV de Novembro',
  'address.number': '100',
  'address.district': 'Centro',
  'address.city': 'Curitiba',
  'address.state': 'PR',
};

/** Begins anywhere, so that a second copy of this module in a process counts other people. */
let people = randomInt(5_000_000);

/** What a new person sends to register, all valid; `type: 'CORPORATE'` makes it a company. */
export function validSignUp(
  { campaign }: Pick<CampaignSnapshot, 'campaign'>,
  overrides: Partial<SignUpBody> = {},
): SignUpBody {
  people += 1;
  const state = campaign.additionalFields.find(({ key }) => key === 'ADDRESS_STATE');
  return {
    ...(overrides.type === 'CORPORATE' ? companyIdentity() : personIdentity()),
    phone: `419${String(90_000_000 + people)}`,
    email: `pessoa-${people}-${process.pid}@exemplo.com.br`,
    password: 'Escova1',
    campaignId: 19,
    recaptchaToken: 'error',
    optIns: ['PRIVACY'],
    additionalFields: state ? [{ campaignAdditionalFieldId: state.id, value: 'PR' }] : [],
    ...(isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') ? { address } : {}),
    ...overrides,
  };
}

const address = {
  postcode: '80010000',
  street: 'Rua XV de Novembro',
  number: '100',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
};

function personIdentity() {
  return {
    type: 'PERSON' as const,
    name: 'Ana da Silva',
    document: generateCpf(),
    birthDate: '1990-05-17',
  };
}

function companyIdentity() {
  return {
    type: 'CORPORATE' as const,
    name: 'Mercado Silva & Filhos Ltda.',
    document: generateCnpj(),
    representativeName: 'Bruno da Silva',
    representativeDocument: generateCpf(),
  };
}

/** A person as the gateway answers, for views that need no gateway. */
export const registeredPerson: Consumer = {
  id: 7,
  type: 'PERSON',
  name: 'Bia Souza',
  document: '52998224725',
  email: 'bia@exemplo.com.br',
  phone: '41998765432',
  mgmCode: 'BRI7K2Q',
  optIns: [],
  additionalFields: [],
};
