import type { Campaign, OptIn } from '../../contract/campaign.ts';
import type { SignUpBody } from '../../contract/consumer.ts';
import { allowedStates, REFERRAL_KEY } from '../../rules/additional-fields.ts';
import { addressViolations } from '../../rules/address.ts';
import { normaliseDocument } from '../../rules/cpf-cnpj.ts';
import { normaliseEmail } from '../../rules/person.ts';
import { normalisePhone } from '../../rules/phone.ts';
import { signUpRules, signUpViolations } from '../../rules/sign-up.ts';
import { checkLength, type FieldViolation, fieldViolations } from '../../rules/violation.ts';
import type { NewConsumer } from '../db/queries/consumers.ts';
import { readAddress, type StoredField, storedFields, valuesByKey } from './stored-fields.ts';

interface ReadSignUp {
  person: Omit<NewConsumer, 'campaignId' | 'identityId' | 'mgmCode' | 'referredBy' | 'createdAt'>;
  optIns: OptIn[];
  /** Referral code of the consumer who invited this one; null when the page knew none. */
  referralCode: string | null;
}

/** Checks every rule again: the page is not trusted. */
export function checkSignUp(
  body: SignUpBody,
  campaign: Campaign,
  now: Date,
): { signUp: ReadSignUp; violations: FieldViolation[] } {
  const rules = signUpRules(campaign);
  const type = body.type ?? rules.types[0] ?? 'PERSON';
  const { stored, violation } = storedFields(
    body.additionalFields ?? [],
    campaign.additionalFields,
  );
  const address = body.address ? readAddress(body.address) : null;
  const additionalFields = valuesByKey(stored);
  const input = { ...body, type, address, additionalFields };
  const violations = [
    ...signUpViolations(input, rules, now),
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
    person: { ...personOf(body, type), address, additionalFields: stored },
    optIns: campaign.registerOptins.filter(({ code }) => body.optIns.includes(code)),
    referralCode: referralCode(body, stored),
  };
  return { signUp, violations: onePerField(violations) };
}

function personOf(body: SignUpBody, type: 'PERSON' | 'CORPORATE') {
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

function optInViolation(codes: readonly string[], optIns: readonly OptIn[]) {
  if (!codes.includes('PRIVACY')) return 'REQUIRED';
  return codes.every((code) => optIns.some((optIn) => optIn.code === code)) ? null : 'OPTION';
}

function referralCode({ mgmCode }: SignUpBody, stored: readonly StoredField[]): string | null {
  const code = mgmCode ?? stored.find(({ key }) => key === REFERRAL_KEY)?.value ?? '';
  return code.trim().toUpperCase() || null;
}

function onePerField(violations: readonly FieldViolation[]): FieldViolation[] {
  const first = new Map<string, FieldViolation>();
  for (const violation of violations) {
    if (!first.has(violation.field)) first.set(violation.field, violation);
  }
  return [...first.values()];
}
