import type { Campaign } from '../../contract/campaign.ts';
import type { AdditionalFieldValue, ConsumerType, SignUpBody } from '../../contract/consumer.ts';
import { REFERRAL_KEY } from '../../rules/additional-fields.ts';
import { typedAddress } from '../../rules/address.ts';
import { parseBrazilianDate } from '../../rules/dates.ts';
import { normaliseDocument } from '../../rules/documents.ts';
import { violationMessage } from '../../rules/messages.ts';
import { missingOptIns, optInCodes } from '../../rules/opt-in-checks.ts';
import { isOn } from '../../rules/parameters.ts';
import { normalisePhone } from '../../rules/phone.ts';
import { registrationRules, signUpViolations } from '../../rules/sign-up.ts';
import { signUpFields } from './sign-up-fields.ts';

/** Texts of a form by wire name; an opt-in is `optIns.{code}`, an additional field its key. */
export type SignUpValues = Readonly<Record<string, string>>;

/** The sentence of each field that is not right, by its name. */
export function signUpFaults(
  campaign: Campaign,
  type: ConsumerType,
  values: SignUpValues,
  now: Date,
): Record<string, string> {
  const registration = {
    ...person(type, values),
    password: values['password'] ?? '',
    optIns: tickedOptIns(campaign, values),
    additionalFields: values,
    address: typedAddress(values),
  };
  const rules = registrationRules(campaign);
  const faults = signUpViolations(registration, rules, now).flatMap(({ field, violation }) =>
    (field === 'optIns' ? optInNames(campaign, registration.optIns) : [field]).map((name) => [
      name,
      violationMessage(violation),
    ]),
  );
  return Object.fromEntries(faults);
}

/**
 * What the gateway takes to create a consumer.
 * @param referral the code that brought the person here.
 */
export function signUpBody(
  campaign: Campaign,
  type: ConsumerType,
  values: SignUpValues,
  { recaptchaToken, referral }: { recaptchaToken: string; referral: string | null },
): SignUpBody {
  return {
    ...person(type, values),
    password: values['password'] ?? '',
    campaignId: campaign.id,
    recaptchaToken,
    optIns: optInCodes(tickedOptIns(campaign, values)),
    additionalFields: additionalFieldValues(campaign, values, referral),
    ...(isOn(campaign, 'CONSUMER_ADDRESS_REQUIRED') && { address: typedAddress(values) }),
    ...(referral && { mgmCode: referral }),
  };
}

/** What belongs to the other type is left out. */
function person(type: ConsumerType, values: SignUpValues) {
  const text = (name: string) => (values[name] ?? '').trim();
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
  };
}

function tickedOptIns(campaign: Campaign, values: SignUpValues): string[] {
  return campaign.registerOptins.map(({ code }) => code).filter((code) => values[`optIns.${code}`]);
}

function optInNames(campaign: Campaign, ticked: readonly string[]): string[] {
  return missingOptIns(campaign.registerOptins, ticked).map((code) => `optIns.${code}`);
}

/** Only what was filled in; the code that brought the person counts as filled in. */
function additionalFieldValues(campaign: Campaign, values: SignUpValues, referral: string | null) {
  const fields = signUpFields(campaign);
  const given: SignUpValues = { ...values, [REFERRAL_KEY]: values[REFERRAL_KEY] || referral || '' };
  const answers: AdditionalFieldValue[] = fields.map(({ id, key }) => {
    const value = (given[key] ?? '').trim();
    return {
      campaignAdditionalFieldId: id,
      value: key === 'MGM_PHONE' ? normalisePhone(value) : value,
    };
  });
  if (referral && !fields.some(({ key }) => key === REFERRAL_KEY)) {
    answers.push({ campaignAdditionalFieldId: -1, key: REFERRAL_KEY, value: referral });
  }
  return answers.filter(({ value }) => value !== '');
}
