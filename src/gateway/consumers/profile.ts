import { isDeepStrictEqual } from 'node:util';
import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import type { AdditionalFieldValue, Consumer, updateConsumer } from '../../contract/consumer.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { findById, isSameId } from '../../contract/primitives.ts';
import { additionalFieldsFor, checkAdditionalField } from '../../rules/people/additional-fields.ts';
import { addressViolations, normaliseAddress } from '../../rules/people/address.ts';
import { checkPhone, normalisePhone } from '../../rules/people/phone.ts';
import { violationMessage } from '../../rules/sentences/field-messages.ts';
import { type FieldMessage, fieldViolations } from '../../rules/violation.ts';
import type { Queries } from '../db/database.ts';
import {
  type ConsumerRecord,
  changeConsumer,
  lockConsumerProfile,
} from '../db/queries/consumers.ts';
import { countHit } from '../db/queries/rate-limits.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { type ApiError, apiError, fieldErrors } from '../http/api-error.ts';
import { findOptIns } from './consents.ts';

type Changes = BodyOf<typeof updateConsumer>;
type ProfileAnswers = Consumer['additionalFields'];

/** Per hour, since an account's email may be another person's. */
const maxAddressEmails = 3;

const fixedFieldMessage = 'Este campo não pode ser alterado';

export async function changeProfile(
  queries: Queries,
  campaign: Campaign,
  { consumerId, changes, now }: { consumerId: number; changes: Changes; now: Date },
): Promise<Consumer | ApiError> {
  const { phone, additionalFields: answers = [] } = changes;
  const formFields = additionalFieldsFor('REGISTER', campaign.additionalFields);
  const tooMany = answers.length > formFields.length;
  const address = changes.address && normaliseAddress(changes.address);
  const violations = [
    ...fieldViolations([
      ['phone', phone === undefined ? null : checkPhone(phone)],
      ['additionalFields', tooMany || isAnyTwice(answers) ? 'OPTION' : null],
    ]),
    ...(address ? addressViolations(address, null) : []),
  ];
  if (violations.length > 0) return fieldErrors(violations);
  const fields = answers.flatMap((answer) => checkAnswer(formFields, answer) ?? []);
  if (fields.length > 0) return apiError('INVALID_REQUEST', { fields });

  const current = await lockConsumerProfile(queries, consumerId);
  const next = {
    phone: phone === undefined ? current.phone : normalisePhone(phone),
    address: address ?? current.address,
    additionalFields: withAnswers(current.additionalFields, formFields, answers),
  };
  await changeConsumer(queries, consumerId, next);
  if (!isDeepStrictEqual(next.address, current.address))
    await emailAddressChange(queries, current, now);
  return readConsumer(queries, { ...current, ...next });
}

/** Prizes are sent there: the owner has to notice a change by another person. */
async function emailAddressChange(
  queries: Queries,
  { id: consumerId, campaignId }: ConsumerRecord,
  now: Date,
): Promise<void> {
  const { hits } = await countHit(queries, `address emails ${consumerId}`, 3600, now);
  if (hits > maxAddressEmails) return;
  await queueEmail(queries, { campaignId, consumerId, event: { kind: 'ADDRESS_CHANGED' }, now });
}

function isAnyTwice(answers: readonly AdditionalFieldValue[]): boolean {
  const ids = new Set(answers.map(({ campaignAdditionalFieldId: id }) => String(id)));
  return ids.size < answers.length;
}

function checkAnswer(
  formFields: readonly AdditionalField[],
  { campaignAdditionalFieldId: id, value }: AdditionalFieldValue,
): FieldMessage | null {
  const field = findById(formFields, id);
  if (!field?.updatable)
    return { field: field?.key ?? 'additionalFields', message: fixedFieldMessage };
  const violation = checkAdditionalField(field, value);
  return violation && { field: field.key, message: violationMessage(violation) };
}

function withAnswers(
  current: ProfileAnswers,
  formFields: readonly AdditionalField[],
  answers: readonly AdditionalFieldValue[],
): ProfileAnswers {
  const untouched = current.filter(
    (stored) =>
      !answers.some((answer) =>
        isSameId(answer.campaignAdditionalFieldId, stored.campaignAdditionalFieldId),
      ),
  );
  const changed = answers.map(({ campaignAdditionalFieldId, value }) => ({
    campaignAdditionalFieldId,
    key: findById(formFields, campaignAdditionalFieldId)?.key,
    value: value.trim(),
  }));
  return [...untouched, ...changed.filter(({ value }) => value !== '')];
}

export async function readConsumer(queries: Queries, record: ConsumerRecord): Promise<Consumer> {
  return {
    id: record.id,
    name: record.name,
    email: record.email,
    document: record.document,
    phone: record.phone,
    type: record.type,
    representativeName: record.representativeName,
    representativeDocument: record.representativeDocument,
    birthDate: record.birthDate,
    mgmCode: record.mgmCode,
    bankInfo: record.bankInfo,
    address: record.address,
    optIns: await findOptIns(queries, record.id),
    additionalFields: record.additionalFields,
  };
}
