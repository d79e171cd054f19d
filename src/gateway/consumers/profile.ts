import { isDeepStrictEqual } from 'node:util';
import type { AdditionalField, Campaign } from '../../contract/campaign.ts';
import type {
  AdditionalFieldValue,
  Consumer,
  setInstantPaymentKeyEndpoint,
  setTransferAccountEndpoint,
  updateConsumerEndpoint,
} from '../../contract/consumer.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { findById, isSameId } from '../../contract/primitives.ts';
import { violationMessage } from '../../rules/messages/field-messages.ts';
import { refusalDetails } from '../../rules/messages/messages.ts';
import { addressViolations, normaliseAddress } from '../../rules/people/address.ts';
import { additionalFieldsFor, checkAdditionalField } from '../../rules/people/campaign-fields.ts';
import { checkPhone, normalisePhone } from '../../rules/people/person-fields.ts';
import {
  checkRandomPaymentKey,
  maskedKey,
  normaliseRandomKey,
  profilePaymentKey,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import {
  checkLine,
  checkRequired,
  type FieldMessage,
  fieldViolations,
} from '../../rules/violation.ts';
import type { Queries } from '../db/database.ts';
import { type ConsumerRecord, lockConsumer } from '../db/queries/consumers.ts';
import { countHit } from '../db/queries/rate-limits.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { answerText } from './additional-answers.ts';
import { findOptIns } from './consents.ts';
import { changeBankInfo, changeConsumer } from './queries.ts';

type Changes = BodyOf<typeof updateConsumerEndpoint>;
type ProfileAnswers = Consumer['additionalFields'];

/** In an hour; the email of an account may belong to a person who knows nothing of it. */
const maxEmailsOfAKind = 3;

export async function updateConsumer(
  queries: Queries,
  campaign: Campaign,
  { consumerId, changes, now }: { consumerId: number; changes: Changes; now: Date },
): Promise<Consumer | Refusal> {
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
  if (violations.length > 0) return refuseFields(violations);
  const fields = answers.flatMap((answer) => checkAnswer(formFields, answer) ?? []);
  if (fields.length > 0) return refuse('INVALID_REQUEST', { fields });

  const current = await lockConsumer(queries, consumerId);
  const next = {
    phone: phone === undefined ? current.phone : normalisePhone(phone),
    address: address ?? current.address,
    additionalFields: withAnswers(current.additionalFields, formFields, answers),
  };
  const changed = await changeConsumer(queries, consumerId, next);
  const isMoved = !isDeepStrictEqual(next.address, current.address);
  if (isMoved) await announceChange(queries, current, { event: { kind: 'ADDRESS_CHANGED' }, now });
  if (next.phone !== current.phone) {
    const wasPixKey = current.bankInfo?.instantPaymentKeyType === 'PHONE';
    await announceChange(queries, current, { event: { kind: 'PHONE_CHANGED', wasPixKey }, now });
  }
  return readConsumer(queries, { ...current, ...next, ...changed });
}

/** Prizes go to the address and are announced by phone: the owner must notice when another person changes them. */
async function announceChange(
  queries: Queries,
  { id: consumerId, campaignId }: ConsumerRecord,
  { event, now }: { event: EmailEvent; now: Date },
): Promise<void> {
  const { hits } = await countHit(queries, `${event.kind} emails ${consumerId}`, 3600, now);
  if (hits > maxEmailsOfAKind) return;
  await queueEmail(queries, { campaignId, consumerId, event, now });
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
    return { field: field?.key ?? 'additionalFields', message: refusalDetails.fixedField };
  const violation = checkAdditionalField(field, answerText(value));
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
    value: answerText(value),
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

interface BankInfoCall<Body> {
  consumerId: number;
  body: Body;
  now: Date;
}

/** Only a RANDOM key comes from the call; the others come from the profile. */
export async function setInstantPaymentKey(
  queries: Queries,
  { consumerId, body, now }: BankInfoCall<BodyOf<typeof setInstantPaymentKeyEndpoint>>,
): Promise<Consumer | Refusal> {
  const { instantPaymentKeyType: keyType, instantPaymentKeyValue } = body;
  const consumer = await lockConsumer(queries, consumerId);
  const ofProfile = profilePaymentKey(keyType, consumer);
  const value = ofProfile ?? normaliseRandomKey(instantPaymentKeyValue ?? '');
  const violation = ofProfile === null ? checkRandomPaymentKey(value) : checkRequired(value);
  if (violation) return refuseFields([{ field: 'instantPaymentKeyValue', violation }]);
  const event = {
    kind: 'PAYMENT_KEY_CHANGED',
    keyType,
    maskedKey: maskedKey(keyType, value),
  } as const;
  const bankInfo = { instantPaymentKeyType: keyType, instantPaymentKeyValue: value };
  return storeBankInfo(queries, { consumer, bankInfo, event, now });
}

export async function setTransferAccount(
  queries: Queries,
  { consumerId, body, now }: BankInfoCall<BodyOf<typeof setTransferAccountEndpoint>>,
): Promise<Consumer | Refusal> {
  const { bank, accountBranch, accountNumber } = body;
  const violations = fieldViolations([
    ['bank', checkLine(bank)],
    ['accountBranch', checkLine(accountBranch)],
    ['accountNumber', checkLine(accountNumber)],
  ]);
  if (violations.length > 0) return refuseFields(violations);
  const bankInfo = {
    bank: bank.trim(),
    accountBranch: accountBranch.trim(),
    accountNumber: accountNumber.trim(),
  };
  const consumer = await lockConsumer(queries, consumerId);
  return storeBankInfo(queries, {
    consumer,
    bankInfo,
    event: { kind: 'BANK_ACCOUNT_CHANGED' },
    now,
  });
}

/** Emails the owner about a new key or account, in case a stranger entered it. */
async function storeBankInfo(
  queries: Queries,
  {
    consumer,
    bankInfo,
    event,
    now,
  }: {
    consumer: ConsumerRecord;
    bankInfo: NonNullable<Consumer['bankInfo']>;
    event: EmailEvent;
    now: Date;
  },
): Promise<Consumer> {
  const { id: consumerId, campaignId } = consumer;
  const before = consumer.bankInfo ?? {};
  const changed = await changeBankInfo(queries, { id: consumerId, bankInfo, now });
  const isChanged = !isDeepStrictEqual({ ...before, ...bankInfo }, before);
  if (isChanged) await queueEmail(queries, { campaignId, consumerId, event, now });
  return readConsumer(queries, { ...consumer, ...changed });
}
