import type { Campaign } from '../../contract/campaign.ts';
import { typedAddress } from '../../rules/address.ts';
import { normaliseDocument } from '../../rules/cpf-cnpj.ts';
import { parseBrazilianDate } from '../../rules/dates.ts';
import { violationMessage } from '../../rules/field-messages.ts';
import { missingOptIns } from '../../rules/opt-ins.ts';
import { type ConsumerType, consumerTypes } from '../../rules/parameters.ts';
import { normalisePhone } from '../../rules/phone.ts';
import { signUpRules, signUpViolations } from '../../rules/sign-up.ts';

/** Texts of a form by field; an opt-in is `optIns.{code}`, an additional field its key. */
export type SignUpValues = Readonly<Record<string, string>>;

/** Fields of their own, so that the choice between person and company loses nothing typed. */
const companyFields: Readonly<Record<string, string>> = {
  name: 'companyName',
  document: 'companyDocument',
};

export function formField(type: ConsumerType, field: string): string {
  return type === 'CORPORATE' ? (companyFields[field] ?? field) : field;
}

/** The chosen type; until then the first that the campaign takes. */
export function consumerTypeOf(campaign: Campaign, values: SignUpValues): ConsumerType {
  const types = consumerTypes(campaign);
  return types.find((type) => type === values['type']) ?? types[0] ?? 'PERSON';
}

/** The sentence of each field that is not right, by its name in the form. */
export function signUpErrors(
  campaign: Campaign,
  values: SignUpValues,
  now: Date,
): Record<string, string> {
  const input = { ...signUpInputOf(campaign, values), additionalFields: values };
  const violations = signUpViolations(input, signUpRules(campaign), now);
  const missing = missingOptIns(campaign.registerOptins, input.optIns);
  return Object.fromEntries(
    violations.flatMap(({ field, violation }) => {
      const message = violationMessage(violation);
      if (field === 'optIns') return missing.map((code) => [`optIns.${code}`, message]);
      return [[formField(input.type, field), message]];
    }),
  );
}

/** What was typed, as the rules take it; what belongs to the other type is left out. */
export function signUpInputOf(campaign: Campaign, values: SignUpValues) {
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
