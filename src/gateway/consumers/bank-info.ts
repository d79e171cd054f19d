import { isDeepStrictEqual } from 'node:util';
import type {
  Consumer,
  setInstantPaymentKey as instantPayment,
  setTransferAccount as transfer,
} from '../../contract/consumer.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { checkRandomPaymentKey, profilePaymentKey } from '../../rules/payment-key.ts';
import { checkLine, checkRequired, fieldViolations } from '../../rules/violation.ts';
import type { Queries } from '../db/database.ts';
import {
  type ConsumerRecord,
  changeBankInfo,
  lockConsumerProfile,
} from '../db/queries/consumers.ts';
import { type ApiError, fieldErrors } from '../http/api-error.ts';
import { readConsumer } from './read.ts';

export interface BankInfoChange {
  consumer: Consumer;
  isChanged: boolean;
}

/** All keys but RANDOM come from the profile, whatever was sent. */
export async function storePaymentKey(
  queries: Queries,
  consumer: ConsumerRecord,
  { instantPaymentKeyType, instantPaymentKeyValue }: BodyOf<typeof instantPayment>,
): Promise<BankInfoChange | ApiError> {
  const ofProfile = profilePaymentKey(instantPaymentKeyType, consumer);
  const value = ofProfile ?? instantPaymentKeyValue?.trim() ?? '';
  const violation = ofProfile === null ? checkRandomPaymentKey(value) : checkRequired(value);
  if (violation) return fieldErrors([{ field: 'instantPaymentKeyValue', violation }]);
  return change(queries, consumer.id, { instantPaymentKeyType, instantPaymentKeyValue: value });
}

export async function storeTransferAccount(
  queries: Queries,
  consumerId: number,
  body: BodyOf<typeof transfer>,
): Promise<BankInfoChange | ApiError> {
  const { bank, accountBranch, accountNumber } = body;
  const violations = fieldViolations([
    ['bank', checkLine(bank)],
    ['accountBranch', checkLine(accountBranch)],
    ['accountNumber', checkLine(accountNumber)],
  ]);
  if (violations.length > 0) return fieldErrors(violations);
  return change(queries, consumerId, {
    bank: bank.trim(),
    accountBranch: accountBranch.trim(),
    accountNumber: accountNumber.trim(),
  });
}

async function change(
  queries: Queries,
  consumerId: number,
  bankInfo: NonNullable<Consumer['bankInfo']>,
): Promise<BankInfoChange> {
  const before = (await lockConsumerProfile(queries, consumerId)).bankInfo ?? {};
  await changeBankInfo(queries, consumerId, bankInfo);
  const consumer = await readConsumer(queries, await lockConsumerProfile(queries, consumerId));
  const isChanged = !isDeepStrictEqual({ ...before, ...bankInfo }, before);
  return { consumer, isChanged };
}
