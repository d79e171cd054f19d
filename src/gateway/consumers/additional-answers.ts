import type { AdditionalField } from '../../contract/campaign.ts';
import type { AdditionalFieldValue, Consumer } from '../../contract/consumer.ts';
import { findById } from '../../contract/primitives.ts';
import { additionalFieldsFor, checkAdditionalField } from '../../rules/people/campaign-fields.ts';
import { cutText } from '../../rules/text.ts';
import type { Violation } from '../../rules/violation.ts';

/** `key` is null for an answer to a field that the campaign does not have. */
export type StoredField = Consumer['additionalFields'][number] & {
  key: string | null;
  value: string;
};

const unknownFieldId = -1;

const maxAnswers = 40;

const maxValueLength = 500;

/** As an answer is stored: a longer text is cut, since referral codes are never wrong. */
export function answerText(value: string): string {
  return cutText(value.trim(), maxValueLength);
}

const wellFormedKey = /^[A-Z][A-Z0-9_]{0,39}$/;

/** An answer with the id -1 is never refused: it goes to the field with its key, or is stored without a key. */
export function readAnswers(
  answers: readonly AdditionalFieldValue[],
  campaignFields: readonly AdditionalField[],
  target: AdditionalField['target'] = 'REGISTER',
): { fields: StoredField[]; violation: Violation | null } {
  const formFields = additionalFieldsFor(target, campaignFields);
  const filledAnswers = answers
    .map((answer) => ({ ...answer, value: answer.value.trim() }))
    .filter(({ value }) => value !== '');
  const fields: StoredField[] = [];
  let isWrong = false;
  for (const { campaignAdditionalFieldId: id, value } of filledAnswers.filter(isKnown)) {
    const field = findById(formFields, id);
    const text = answerText(value);
    // Of two answers to a field only one would be checked.
    const isTwice = fields.some(({ key }) => key === field?.key);
    if (!field || isTwice) isWrong = true;
    else fields.push({ campaignAdditionalFieldId: field.id, key: field.key, value: text });
  }
  const unknownAnswers = filledAnswers.filter((answer) => !isKnown(answer)).slice(0, maxAnswers);
  for (const answer of unknownAnswers) fields.push(fieldForUnknownId(answer, formFields, fields));
  return { fields, violation: isWrong ? 'OPTION' : null };
}

function isKnown({ campaignAdditionalFieldId: id }: AdditionalFieldValue): boolean {
  return Number(id) !== unknownFieldId;
}

/** Keeps a wrong answer to a required field, so that its check can explain what is wrong. */
function fieldForUnknownId(
  { key = '', value }: AdditionalFieldValue,
  formFields: readonly AdditionalField[],
  earlier: readonly StoredField[],
): StoredField {
  const text = answerText(value);
  const field = formFields.find((candidate) => candidate.key === key);
  const isAccepted =
    wellFormedKey.test(key) &&
    earlier.every(({ key: earlierKey }) => earlierKey !== key) &&
    (!field || field.required || checkAdditionalField(field, text) === null);
  return {
    campaignAdditionalFieldId: (isAccepted && field?.id) || unknownFieldId,
    key: isAccepted ? key : null,
    value: text,
  };
}

export function valuesByKey(stored: readonly StoredField[]): Record<string, string> {
  return Object.fromEntries(
    stored.flatMap(({ key, value }) => (key === null ? [] : [[key, value]])),
  );
}
