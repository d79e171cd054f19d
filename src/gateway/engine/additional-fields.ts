import type { AdditionalField } from '../../contract/campaign.ts';
import type { AdditionalFieldValue, Consumer } from '../../contract/consumer.ts';
import { additionalFieldsFor } from '../../rules/additional-fields.ts';
import type { Violation } from '../../rules/violation.ts';

/** An answer to an additional field as a consumer keeps it. */
export type KeptField = Consumer['additionalFields'][number] & { key: string; value: string };

/** Id of an answer to a field that the campaign does not have (specification, section 9). */
const UNKNOWN_FIELD = -1;

const mostAnswers = 40;
const longestValue = 500;
const wellFormedKey = /^[A-Z][A-Z0-9_]{0,39}$/;

/**
 * Answers that hold something, each with the key of its field; and what is wrong when one of them
 * names no field of the form, or there is too much of it.
 */
export function keptFields(
  answers: readonly AdditionalFieldValue[],
  fields: readonly AdditionalField[],
  target: AdditionalField['target'] = 'REGISTER',
): { kept: KeptField[]; violation: Violation | null } {
  const asked = additionalFieldsFor(target, fields);
  const kept: KeptField[] = [];
  let isWrong = answers.length > mostAnswers;
  for (const { campaignAdditionalFieldId, value, ...given } of answers) {
    const isUnknown = Number(campaignAdditionalFieldId) === UNKNOWN_FIELD;
    const field = asked.find(({ id }) => String(id) === String(campaignAdditionalFieldId));
    const key = isUnknown ? given.key : field?.key;
    if (!key || !wellFormedKey.test(key) || value.length > longestValue) isWrong = true;
    else if (value.trim()) {
      const id = field?.id ?? UNKNOWN_FIELD;
      kept.push({ campaignAdditionalFieldId: id, key, value: value.trim() });
    }
  }
  return { kept, violation: isWrong ? 'OPTION' : null };
}

/** Answers by the key of their field, as the rules read them. */
export function valuesByKey(kept: readonly KeptField[]): Record<string, string> {
  return Object.fromEntries(kept.map(({ key, value }) => [key, value]));
}
