import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import { withdrawalRefusal } from '../../rules/cashback.ts';
import { withdrawalRefusalMessage } from '../../rules/messages.ts';
import { needsPaymentKey } from '../../rules/payment-key.ts';
import type { Queries } from '../db/database.ts';
import { insertWithdrawal, sumWallet } from '../db/queries/cashback.ts';
import { type LockedConsumer, lockConsumer } from '../db/queries/consumer-locks.ts';
import { type ApiError, apiError } from '../http/refusal.ts';
import { appendToLedger } from './append-to-ledger.ts';
import { fieldErrors } from './refuse-fields.ts';

/**
 * Withdraws the whole balance (CASH-01, CASH-03, CASH-08).
 * Refused without a balance, with a wallet that is not ACTIVE, and, where the money goes out as an
 * instant payment, without a key to send it to.
 */
export async function withdrawCashback(
  queries: Queries,
  { campaign }: CampaignSnapshot,
  { consumerId, now }: { consumerId: number; now: Date },
): Promise<{ id: number } | ApiError> {
  const consumer = await lockConsumer(queries, consumerId);
  const balance = await sumWallet(queries, consumerId);
  const refusal = withdrawalRefusal({ balance, status: consumer.walletStatus });
  if (refusal) return apiError('NOT_ALLOWED_NOW', { message: withdrawalRefusalMessage(refusal) });
  if (needsPaymentKey(campaign) && !hasPaymentKey(consumer)) {
    return fieldErrors([{ field: 'instantPaymentKeyType', violation: 'REQUIRED' }]);
  }
  const campaignId = Number(campaign.id);
  const withdrawal = await insertWithdrawal(queries, { campaignId, consumerId, now });
  if (!withdrawal) return apiError('NOT_ALLOWED_NOW');
  const { id, centavos } = withdrawal;
  const { pseudonym } = consumer;
  const entry = {
    type: 'CASHBACK_WITHDRAWN' as const,
    withdrawal: id,
    consumer: pseudonym,
    centavos,
  };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { id };
}

function hasPaymentKey({ bankInfo }: LockedConsumer): boolean {
  return Boolean(bankInfo?.instantPaymentKeyType);
}
