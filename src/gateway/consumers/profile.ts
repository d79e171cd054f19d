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
import { duplicateMessages, refusalDetails } from '../../rules/messages/messages.ts';
import { addressViolations, normaliseAddress } from '../../rules/people/address.ts';
import { additionalFieldsFor, checkAdditionalField } from '../../rules/people/campaign-fields.ts';
import {
  checkBirthDate,
  checkCompanyName,
  checkEmail,
  checkName,
  checkPhone,
  maskEmail,
  normaliseEmail,
  normalisePhone,
} from '../../rules/people/person-fields.ts';
import {
  checkRandomPaymentKey,
  maskedKey,
  normaliseRandomKey,
  profilePaymentKey,
} from '../../rules/rewards/withdrawal.ts';
import {
  checkLength,
  checkLine,
  checkRequired,
  type FieldMessage,
  fieldViolations,
} from '../../rules/violation.ts';
import type { Queries } from '../db/database.ts';
import { requestRebuild } from '../db/queries/campaigns.ts';
import {
  type ConsumerRecord,
  lockConsumer,
  lockConsumerUnlessErased,
} from '../db/queries/consumers.ts';
import { endAccess, setAccountEmail } from '../db/queries/identity.ts';
import { countHit } from '../db/queries/rate-limits.ts';
import { findWins } from '../draws/draw-queries.ts';
import { readdressEmails } from '../emails/queries.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import { notAllowedNow, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { readdressIncidents } from '../support/queries.ts';
import { findPendingPaidTo } from '../wallets/queries.ts';
import { answerText } from './additional-answers.ts';
import { findOptIns } from './consents.ts';
import {
  changeBankInfo,
  changeBirthDate,
  changeConsumer,
  eraseMentions,
  renameConsumer,
  setConsumerEmail,
} from './queries.ts';

type Changes = BodyOf<typeof updateConsumerEndpoint>;
type ProfileAnswers = Consumer['additionalFields'];

/** How many go out in an hour, since an account's email may be another person's. */
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

/** Prizes are sent and announced there: the owner has to notice a change by another person. */
async function announceChange(
  queries: Queries,
  { id: consumerId, campaignId }: ConsumerRecord,
  { event, now }: { event: EmailEvent; now: Date },
): Promise<void> {
  const { hits } = await countHit(queries, `${event.kind} emails ${consumerId}`, 3600, now);
  if (hits > maxEmailsOfAKind) return;
  await queueEmail(queries, { campaignId, consumerId, event, now });
}

interface CorrectedEmail {
  from: string;
  to: string;
  /** Withdrawals that wait to be paid to the old address, as the Pix key of their request. */
  paidToOld: readonly number[];
}

/**
 * For a person who can no longer open the mailbox, or typed it wrong. All sessions end, and a Pix
 * key that was the old address goes. Both addresses hear of it, since a thief may have asked.
 */
export async function correctEmail(
  queries: Queries,
  {
    consumerId,
    email: typed,
    isChangedAtPlatform = false,
    now,
  }: { consumerId: number; email: string; isChangedAtPlatform?: boolean; now: Date },
): Promise<CorrectedEmail | Refusal> {
  const violation = checkEmail(typed);
  if (violation) return refuseFields([{ field: 'email', violation }]);
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) return refuse('NOT_FOUND');
  const { campaignId, identityId: id, email: from } = consumer;
  const to = normaliseEmail(typed);
  if (to === from) return notAllowedNow('Este já é o e-mail da conta.');
  const userChange = await setAccountEmail(queries, { id, email: to });
  if (userChange === 'TAKEN') return emailTaken();
  if ((await setConsumerEmail(queries, { id: consumerId, email: to })) === 'TAKEN')
    return emailTaken();
  // The emails below say what then holds, and a thief's session must not outlive them.
  if (userChange === 'AT_PLATFORM' && !isChangedAtPlatform) {
    return notAllowedNow(firstAtPlatform);
  }
  await endAccess(queries, id, now);
  await readdressIncidents(queries, { consumerId, from, to });
  await readdressEmails(queries, { consumerId, from, to });
  const event = { kind: 'EMAIL_CHANGED', maskedEmail: maskEmail(to) } as const;
  const email = { campaignId, consumerId, now };
  await queueEmail(queries, { ...email, to: from, event: { ...event, to: 'OLD' } });
  await queueEmail(queries, { ...email, to, event: { ...event, to: 'NEW' } });
  // An erasure, which knows the new address alone, would leave the old one in others' answers.
  await eraseMentions(queries, { ...consumer, phone: null });
  const paidToOld = await findPendingPaidTo(queries, { consumerId, key: from });
  return { from, to, paidToOld };
}

const firstAtPlatform =
  'Mude antes o e-mail e encerre as sessões no console do Identity Platform; depois repita com --at-platform.';

/** The page of winners is built again, if it names this person. */
export async function correctName(
  queries: Queries,
  { consumerId, name: typed }: { consumerId: number; name: string },
): Promise<{ from: string; to: string } | Refusal> {
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) return refuse('NOT_FOUND');
  const name = typed.trim();
  const check = consumer.type === 'PERSON' ? checkName : checkCompanyName;
  const violation = checkLength(name) ?? check(name);
  if (violation) return refuseFields([{ field: 'name', violation }]);
  await renameConsumer(queries, { id: consumerId, name });
  const hasWon = (await findWins(queries, consumerId)).length > 0;
  if (hasWon) await requestRebuild(queries, consumer.campaignId);
  return { from: consumer.name, to: name };
}

/** Checks the age by the rule of the day on which the person registered. */
export async function correctBirthDate(
  queries: Queries,
  { consumerId, birthDate }: { consumerId: number; birthDate: string },
): Promise<{ from: string | null; to: string } | Refusal> {
  const consumer = await lockConsumerUnlessErased(queries, consumerId);
  if (!consumer) return refuse('NOT_FOUND');
  if (consumer.type !== 'PERSON') return notAllowedNow('Uma empresa não tem data de nascimento.');
  const violation = checkBirthDate(birthDate, consumer.createdAt);
  if (violation) return refuseFields([{ field: 'birthDate', violation }]);
  await changeBirthDate(queries, { id: consumerId, birthDate });
  return { from: consumer.birthDate, to: birthDate };
}

function emailTaken(): Refusal {
  const fields = [{ field: 'email', message: duplicateMessages.email }];
  return refuse('DUPLICATE', { fields });
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
