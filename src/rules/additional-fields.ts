export interface AdditionalField {
  key: string;
  target: 'REGISTER' | 'COUPON';
  required: boolean;
  options: readonly string[];
}

/** The field of a referral code; any text passes, known or not. */
export const REFERRAL_KEY = 'MGM_CODE';

/** By key of the field. */
export type AdditionalAnswers = Readonly<Record<string, string>>;

/** The fields of one form. POLL fields belong to the poll and appear in no form. */
export function additionalFieldsFor<T extends AdditionalField>(
  target: AdditionalField['target'],
  fields: readonly T[],
): T[] {
  return fields.filter((field) => field.target === target && !field.key.startsWith('POLL'));
}

/** The states whose residents may register; null when the campaign does not say. */
export function allowedStates(fields: readonly AdditionalField[]): readonly string[] | null {
  const options = fields.find(({ key }) => key === 'ADDRESS_STATE')?.options ?? [];
  return options.length > 0 ? options : null;
}
