import { checkLength, checkRequired, type FieldCheck, type Violation } from '../violation.ts';
import { checkEmail, checkPhone } from './person-fields.ts';

export interface CampaignField {
  key: string;
  target: 'REGISTER' | 'COUPON';
  required: boolean;
  order: number;
  options: readonly string[];
}

export const referralCodeField = 'MGM_CODE';
export const friendEmailField = 'MGM_EMAIL';
export const friendPhoneField = 'MGM_PHONE';
export const stateField = 'ADDRESS_STATE';

export type AdditionalAnswers = Readonly<Record<string, string>>;

/** The fields of one form, in its order. POLL fields belong to the poll and appear in no form. */
export function additionalFieldsFor<T extends CampaignField>(
  target: CampaignField['target'],
  fields: readonly T[],
): T[] {
  return fields
    .filter((field) => field.target === target && !field.key.startsWith('POLL'))
    .sort((a, b) => a.order - b.order);
}

/** Their codes, such as PR; null when people of every state may take part. */
export function allowedStates(fields: readonly CampaignField[]): readonly string[] | null {
  const options = fields.find(({ key }) => key === stateField)?.options ?? [];
  return options.length > 0 ? options : null;
}

const plainText = /^[\p{L}\p{M}\d\p{Zs}]+$/u;
const profileName = /^[\p{L}\p{M}\d\p{Zs}@._]+$/u;

export function additionalFieldChecks(
  fields: readonly CampaignField[],
  answers: AdditionalAnswers,
): FieldCheck[] {
  return fields.map((field) => [field.key, checkAdditionalField(field, answers[field.key] ?? '')]);
}

/** A wrong referral code passes: it must not stop a sign-up. */
export function checkAdditionalField(field: CampaignField, value: string): Violation | null {
  if (checkRequired(value)) return field.required ? 'REQUIRED' : null;
  if (field.key === referralCodeField) return null;
  if (field.options.length > 0) return checkOption(field, value);
  if (field.key === friendEmailField) return checkEmail(value);
  if (field.key === friendPhoneField) return checkPhone(value);
  if (field.target === 'COUPON') return checkLength(value);
  const allowed = field.key === 'SOCIAL_MEDIA_PROFILE' ? profileName : plainText;
  return checkLength(value) ?? (allowed.test(value) ? null : 'SPECIAL_CHARACTERS');
}

function checkOption({ key, options }: CampaignField, value: string): Violation | null {
  if (options.includes(value)) return null;
  return key === stateField ? 'STATE' : 'OPTION';
}

export interface CampaignOptIn {
  code: string;
  required: boolean;
  /** Below 0 for an opt-in that is shown as text, without a checkbox. */
  displayOrder: number;
}

const privacyCode = 'PRIVACY';

export function isPrivacy({ code }: Pick<CampaignOptIn, 'code'>): boolean {
  return code === privacyCode;
}

export function tickableOptIns<T extends CampaignOptIn>(optIns: readonly T[]): T[] {
  return optIns
    .filter(({ displayOrder }) => displayOrder >= 0)
    .sort((a, b) => a.displayOrder - b.displayOrder);
}

export function statedOptIns<T extends CampaignOptIn>(optIns: readonly T[]): T[] {
  return optIns.filter(({ displayOrder }) => displayOrder < 0);
}

export function missingOptIns(
  optIns: readonly CampaignOptIn[],
  ticked: readonly string[],
): string[] {
  return tickableOptIns(optIns)
    .filter(({ code, required }) => required && !ticked.includes(code))
    .map(({ code }) => code);
}

/** Sends PRIVACY always, and only once. */
export function optInCodes(ticked: readonly string[]): string[] {
  return [...new Set([...ticked, privacyCode])];
}
