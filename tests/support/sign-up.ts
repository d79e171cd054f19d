import { randomInt } from 'node:crypto';
import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import type { CampaignSnapshot } from '../../src/campaign/snapshot.ts';
import type { SignUpBody } from '../../src/contract/consumer.ts';
import { isOn } from '../../src/rules/campaign/parameters.ts';

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
    ...(overrides.type === 'CORPORATE' ? company() : person()),
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

function person() {
  return {
    type: 'PERSON' as const,
    name: 'Ana da Silva',
    document: generateCpf(),
    birthDate: '1990-05-17',
  };
}

function company() {
  return {
    type: 'CORPORATE' as const,
    name: 'Mercado Silva & Filhos Ltda.',
    document: generateCnpj(),
    representativeName: 'Bruno da Silva',
    representativeDocument: generateCpf(),
  };
}
