import type { Campaign, OptIn } from '../../contract/campaign.ts';
import type { SignUp } from '../../contract/consumer.ts';
import { allowedStates, REFERRAL_KEY } from '../../rules/additional-fields.ts';
import { addressViolations } from '../../rules/address.ts';
import { normaliseDocument } from '../../rules/documents.ts';
import { normaliseEmail } from '../../rules/person.ts';
import { normalisePhone } from '../../rules/phone.ts';
import { registrationRules, signUpViolations } from '../../rules/sign-up.ts';
import { checkLength, type FieldViolation, fieldViolations } from '../../rules/violation.ts';
import type { NewConsumer } from '../db/queries/consumers.ts';
import { type KeptField, keptFields, readAddress, valuesByKey } from './stored-fields.ts';

/** A sign-up in the form in which it is kept. */
export interface ReadSignUp {
  person: Omit<NewConsumer, 'campaignId' | 'identityId' | 'mgmCode' | 'referredBy' | 'createdAt'>;
  optIns: OptIn[];
  /** The code of whoever invited this person, if the page knew one. */
  referralCode: string | null;
}

/** Reads a sign-up and repeats every rule of the page (API-26); nothing is trusted. */
export function checkSignUp(
  body: SignUp,
  campaign: Campaign,
  now: Date,
): { signUp: ReadSignUp; violations: FieldViolation[] } {
  const rules = registrationRules(campaign);
  const type = body.type ?? rules.types[0] ?? 'PERSON';
  const { kept, violation } = keptFields(body.additionalFields ?? [], campaign.additionalFields);
  const address = body.address ? readAddress(body.address) : null;
  const additionalFields = valuesByKey(kept);
  const registration = { ...body, type, address, additionalFields };
  const violations = [
    ...signUpViolations(registration, rules, now),
    ...(rules.addressRequired || !address
      ? []
      : addressViolations(address, allowedStates(rules.additionalFields))),
    ...fieldViolations([
      ['campaignId', String(body.campaignId) === String(campaign.id) ? null : 'OPTION'],
      ['additionalFields', violation],
      ['optIns', optInViolation(body.optIns, campaign.registerOptins)],
      ['name', checkLength(body.name)],
      ['representativeName', checkLength(body.representativeName)],
    ]),
  ];
  const signUp = {
    person: { ...personOf(body, type), address, additionalFields: kept },
    optIns: campaign.registerOptins.filter(({ code }) => body.optIns.includes(code)),
    referralCode: referralCode(body, kept),
  };
  return { signUp, violations: onePerField(violations) };
}

/** What belongs to the other type is not kept (API-11). */
function personOf(body: SignUp, type: 'PERSON' | 'CORPORATE') {
  const isCompany = type === 'CORPORATE';
  return {
    type,
    name: body.name.trim(),
    email: normaliseEmail(body.email),
    document: normaliseDocument(body.document),
    phone: normalisePhone(body.phone),
    representativeName: isCompany ? (body.representativeName?.trim() ?? null) : null,
    representativeDocument: isCompany ? normaliseDocument(body.representativeDocument ?? '') : null,
    birthDate: isCompany ? null : (body.birthDate ?? null),
  };
}

/** PRIVACY is accepted by every registration (API-12); nobody accepts what nobody asks. */
function optInViolation(given: readonly string[], asked: readonly OptIn[]) {
  if (!given.includes('PRIVACY')) return 'REQUIRED';
  return given.every((code) => asked.some((each) => each.code === code)) ? null : 'OPTION';
}

function referralCode({ mgmCode }: SignUp, kept: readonly KeptField[]): string | null {
  const code = mgmCode ?? kept.find(({ key }) => key === REFERRAL_KEY)?.value ?? '';
  return code.trim().toUpperCase() || null;
}

function onePerField(violations: readonly FieldViolation[]): FieldViolation[] {
  const first = new Map<string, FieldViolation>();
  for (const each of violations) if (!first.has(each.field)) first.set(each.field, each);
  return [...first.values()];
}
