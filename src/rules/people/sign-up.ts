import {
  type ConsumerType,
  consumerTypes,
  isOn,
  type WithParameters,
} from '../campaign/parameters.ts';
import { type FieldCheck, type FieldViolation, fieldViolations } from '../violation.ts';
import { type Address, addressViolations, typedAddress } from './address.ts';
import {
  type AdditionalAnswers,
  additionalFieldChecks,
  additionalFieldsFor,
  allowedStates,
  type CampaignField,
  type CampaignOptIn,
  missingOptIns,
} from './campaign-fields.ts';
import { checkCnpj, checkCpf } from './cpf-cnpj.ts';
import {
  checkBirthDate,
  checkCompanyName,
  checkEmail,
  checkName,
  checkPassword,
  checkPhone,
} from './person-fields.ts';

/** Texts as sent; a missing one is an empty one. */
export interface SignUpInput {
  type: ConsumerType;
  name: string;
  document: string;
  representativeName?: string | null | undefined;
  representativeDocument?: string | null | undefined;
  phone: string;
  birthDate?: string | null | undefined;
  email: string;
  password: string;
  optIns: readonly string[];
  address?: Address | null | undefined;
  additionalFields: AdditionalAnswers;
}

interface SignUpRules {
  types: readonly ConsumerType[];
  additionalFields: readonly CampaignField[];
  optIns: readonly CampaignOptIn[];
  addressRequired: boolean;
}

interface SignUpCampaign extends WithParameters {
  additionalFields: readonly CampaignField[];
  registerOptins: readonly CampaignOptIn[];
}

export function signUpRules(campaign: SignUpCampaign): SignUpRules {
  return {
    types: consumerTypes(campaign),
    additionalFields: additionalFieldsFor('REGISTER', campaign.additionalFields),
    optIns: campaign.registerOptins,
    addressRequired: isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED'),
  };
}

/** Values by wire name; an additional field by its key, an address as `address.postcode`. */
export function signUpViolations(
  input: SignUpInput,
  rules: SignUpRules,
  now: Date,
): FieldViolation[] {
  const { type, email, password, phone, optIns, address } = input;
  const states = allowedStates(rules.additionalFields);
  return [
    ...fieldViolations([
      ['type', rules.types.includes(type) ? null : 'OPTION'],
      ...(type === 'CORPORATE' ? companyChecks(input) : personChecks(input, now)),
      ['phone', checkPhone(phone)],
      ['email', checkEmail(email)],
      ['password', checkPassword(password)],
      ...additionalFieldChecks(rules.additionalFields, input.additionalFields),
    ]),
    ...(rules.addressRequired ? addressViolations(address ?? typedAddress({}), states) : []),
    ...fieldViolations([
      ['optIns', missingOptIns(rules.optIns, optIns).length > 0 ? 'REQUIRED' : null],
    ]),
  ];
}

function personChecks({ name, document, birthDate }: SignUpInput, now: Date): FieldCheck[] {
  return [
    ['name', checkName(name)],
    ['document', checkCpf(document)],
    ['birthDate', checkBirthDate(birthDate ?? '', now)],
  ];
}

function companyChecks(input: SignUpInput): FieldCheck[] {
  return [
    ['name', checkCompanyName(input.name)],
    ['document', checkCnpj(input.document)],
    ['representativeName', checkName(input.representativeName ?? '')],
    ['representativeDocument', checkCpf(input.representativeDocument ?? '')],
  ];
}

/** No vowels, which would form words, and nothing that reads like another: 0 and O, 1 and I. */
const referralCode = { alphabet: 'BCDFGHJKLMNPQRSTVWXZ23456789', length: 8 } as const;

/** A code in a page's address; the gateway may refuse a whole sign-up for other characters. */
export const referralInAddress = '[?&]mgm=([\\w-]{1,40})';

/** The code that consumers pass on to the friends whom they invite. */
export function newReferralCode(randomBelow: (limit: number) => number): string {
  const { alphabet, length } = referralCode;
  return Array.from({ length }, () => alphabet[randomBelow(alphabet.length)]).join('');
}
