import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import { type ConsumerType, consumerTypes, isOn } from '../../rules/campaign/parameters.ts';
import { parseBrazilianDate } from '../../rules/dates.ts';
import { violationMessage } from '../../rules/messages/field-messages.ts';
import { typedAddress } from '../../rules/people/address.ts';
import {
  additionalFieldsFor,
  missingOptIns,
  stateField,
  tickableOptIns,
} from '../../rules/people/campaign-fields.ts';
import { normaliseDocument } from '../../rules/people/cpf-cnpj.ts';
import { normalisePhone } from '../../rules/people/person-fields.ts';
import { signUpRules, signUpViolations } from '../../rules/people/sign-up.ts';
import type { Errors, Labels, Values } from '../../ui/form.ts';

export function addedSignUpFields(campaign: Campaign): AdditionalField[] {
  return additionalFieldsFor('REGISTER', campaign.additionalFields);
}

export function addedStateFields(campaign: Campaign): AdditionalField[] {
  return addedSignUpFields(campaign).filter(({ key }) => key === stateField);
}

export function addedFieldsWithoutState(campaign: Campaign): AdditionalField[] {
  return addedSignUpFields(campaign).filter(({ key }) => key !== stateField);
}

/** Which of the campaign's own fields the home page's form asks for. */
export function requiredAddedFields(campaign: Campaign): AdditionalField[] {
  return addedFieldsWithoutState(campaign).filter(({ required }) => required);
}

export const accessLabels: Labels = { email: 'Email', password: 'Senha' };

/** The home page asks persons only for required fields; three labels are shorter there. */
export function homeLabels(campaign: Campaign): Labels {
  return {
    ...personLabels(campaign, 'Nome', 'Data de Nasc.'),
    phone: 'Celular',
    ...labelsOf(requiredAddedFields(campaign)),
    ...addressLabels(campaign),
    ...accessLabels,
    email: 'E-mail',
    ...optInLabels(campaign),
  };
}

/** The order of these labels is the order of the fields, in all sign-up forms. */
export function personLabels(campaign: Campaign, name: string, birthDate: string): Labels {
  return { name, document: 'CPF', ...labelsOf(addedStateFields(campaign)), birthDate };
}

export function addressLabels(campaign: Campaign): Labels {
  if (!isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED')) return {};
  return {
    'address.postcode': 'CEP',
    'address.street': 'Rua',
    'address.number': 'Número',
    'address.complement': 'Complemento',
    'address.district': 'Bairro',
    'address.city': 'Cidade',
    'address.state': 'UF',
  };
}

/** Short labels for opt-ins, whose name is the whole sentence beside the checkbox. */
export function optInLabels(campaign: Campaign): Labels {
  return Object.fromEntries(
    tickableOptIns(campaign.registerOptins).map(({ code, name, description }) => [
      `optIns.${code}`,
      description || name,
    ]),
  );
}

export function labelsOf(fields: readonly { key: string; label: string }[]): Labels {
  return Object.fromEntries(fields.map(({ key, label }) => [key, label]));
}

/** Separate fields, so that switching between person and company loses nothing typed. */
const companyFields: Readonly<Record<string, string>> = {
  name: 'companyName',
  document: 'companyDocument',
};

export function formField(type: ConsumerType, field: string): string {
  return type === 'CORPORATE' ? (companyFields[field] ?? field) : field;
}

export function consumerTypeOf(campaign: Campaign, values: Values): ConsumerType {
  const types = consumerTypes(campaign);
  return types.find((type) => type === values['type']) ?? types[0] ?? 'PERSON';
}

export function signUpErrors(campaign: Campaign, values: Values, now: Date): Errors {
  const input = { ...signUpInputOf(campaign, values), additionalFields: values };
  const violations = signUpViolations(input, signUpRules(campaign), now);
  const missingCodes = missingOptIns(campaign.registerOptins, input.optIns);
  return Object.fromEntries(
    violations.flatMap(({ field, violation }) => {
      const message = violationMessage(violation);
      if (field === 'optIns') return missingCodes.map((code) => [`optIns.${code}`, message]);
      return [[formField(input.type, field), message]];
    }),
  );
}

/** What was typed, in the form the rules take, without the other type's fields. */
export function signUpInputOf(campaign: Campaign, values: Values) {
  const type = consumerTypeOf(campaign, values);
  const text = (field: string) => (values[formField(type, field)] ?? '').trim();
  const birthDate = text('birthDate');
  return {
    type,
    name: text('name'),
    document: normaliseDocument(text('document')),
    phone: normalisePhone(text('phone')),
    email: text('email'),
    ...(type === 'PERSON'
      ? { birthDate: parseBrazilianDate(birthDate) ?? birthDate }
      : {
          representativeName: text('representativeName'),
          representativeDocument: normaliseDocument(text('representativeDocument')),
        }),
    password: values['password'] ?? '',
    optIns: campaign.registerOptins
      .map(({ code }) => code)
      .filter((code) => values[`optIns.${code}`]),
    address: typedAddress(values),
  };
}
