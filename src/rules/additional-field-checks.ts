import { type AdditionalAnswers, type AdditionalField, REFERRAL_KEY } from './additional-fields.ts';
import { checkEmail } from './person.ts';
import { checkPhone } from './phone.ts';
import { checkLength, checkRequired, type FieldCheck, type Violation } from './violation.ts';

const plainText = /^[\p{L}\p{M}\d\p{Zs}]+$/u;
const profileName = /^[\p{L}\p{M}\d\p{Zs}@._]+$/u;

export function additionalFieldChecks(
  fields: readonly AdditionalField[],
  answers: AdditionalAnswers,
): FieldCheck[] {
  return fields.map((field) => [field.key, checkAdditionalField(field, answers[field.key] ?? '')]);
}

/** A wrong referral code passes: it must not stop a sign-up. */
export function checkAdditionalField(field: AdditionalField, value: string): Violation | null {
  if (checkRequired(value)) return field.required ? 'REQUIRED' : null;
  if (field.key === REFERRAL_KEY) return null;
  if (field.options.length > 0) return checkOption(field, value);
  if (field.key === 'MGM_EMAIL') return checkEmail(value);
  if (field.key === 'MGM_PHONE') return checkPhone(value);
  if (field.target === 'COUPON') return null;
  const allowed = field.key === 'SOCIAL_MEDIA_PROFILE' ? profileName : plainText;
  return checkLength(value) ?? (allowed.test(value) ? null : 'SPECIAL_CHARACTERS');
}

function checkOption({ key, options }: AdditionalField, value: string): Violation | null {
  if (options.includes(value)) return null;
  return key === 'ADDRESS_STATE' ? 'STATE' : 'OPTION';
}
