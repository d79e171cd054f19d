import { isDeepStrictEqual } from 'node:util';
import type {
  Consumer,
  setInstantPaymentKeyEndpoint,
  setTransferAccountEndpoint,
} from '../../contract/consumer.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import {
  checkRandomPaymentKey,
  maskedKey,
  normaliseRandomKey,
  profilePaymentKey,
} from '../../rules/rewards/withdrawal.ts';
import { checkLine, checkRequired, fieldViolations } from '../../rules/violation.ts';
import type { Queries } from '../db/database.ts';
import { type ConsumerRecord, lockConsumer } from '../db/queries/consumers.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import { type Refusal, refuseFields } from '../refusal.ts';
import { readConsumer } from './profile.ts';
import { changeBankInfo } from './queries.ts';

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
  await changeBankInfo(queries, { id: consumerId, bankInfo, now });
  const isChanged = !isDeepStrictEqual({ ...before, ...bankInfo }, before);
  if (isChanged) await queueEmail(queries, { campaignId, consumerId, event, now });
  return readConsumer(queries, await lockConsumer(queries, consumerId));
}
