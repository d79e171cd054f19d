import { checkEmail } from './person.ts';
import { checkPhone } from './phone.ts';
import { checkLength, checkRequired, type FieldCheck, type Violation } from './violation.ts';

/** A field that the campaign adds to sign-up or receipt, as much of it as decides on a value. */
export interface AdditionalField {
  key: string;
  target: 'REGISTER' | 'COUPON';
  required: boolean;
  options: readonly string[];
}

const plainText = /^[\p{L}\p{M}\d\p{Zs}]+$/u;
const profileName = /^[\p{L}\p{M}\d\p{Zs}@._]+$/u;

/** The answers of a form, by key of the field. */
export type AdditionalAnswers = Readonly<Record<string, string>>;

/** The fields of one form; POLL fields belong to the poll and are asked nowhere else (ENT-05). */
export function additionalFieldsFor<T extends AdditionalField>(
  target: AdditionalField['target'],
  fields: readonly T[],
): T[] {
  return fields.filter((field) => field.target === target && !field.key.startsWith('POLL'));
}

export function additionalFieldChecks(
  fields: readonly AdditionalField[],
  answers: AdditionalAnswers,
): FieldCheck[] {
  return fields.map((field) => [field.key, checkAdditionalField(field, answers[field.key] ?? '')]);
}

/**
 * VAL-13 and VAL-16: an empty optional field passes; a field with options takes one of them;
 * MGM_EMAIL and MGM_PHONE follow e-mail and mobile; other text of a sign-up holds letters, digits
 * and spaces.
 */
export function checkAdditionalField(field: AdditionalField, value: string): Violation | null {
  if (checkRequired(value)) return field.required ? 'REQUIRED' : null;
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

/** The states whose residents may register; null when the campaign does not say. */
export function allowedStates(fields: readonly AdditionalField[]): readonly string[] | null {
  const options = fields.find(({ key }) => key === 'ADDRESS_STATE')?.options ?? [];
  return options.length > 0 ? options : null;
}
