import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { CashbackWallet } from '../../contract/cashback.ts';
import type { PointsWallet } from '../../contract/points.ts';
import { hiddenAmount } from '../../rules/log/hidden-owners.ts';
import { fromCentavos } from '../../rules/money.ts';
import { withdrawalRefusal } from '../../rules/rewards/cashback.ts';
import { needsPaymentKey } from '../../rules/rewards/payment-key.ts';
import type { WithdrawalStatus } from '../../rules/sentences/labels.ts';
import { withdrawalRefusalMessage } from '../../rules/sentences/messages.ts';
import type { Queries } from '../db/database.ts';
import {
  findWalletStatus,
  type LockedConsumer,
  lockConsumer,
  lockOwner,
} from '../db/queries/consumers.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { type ApiError, apiError, fieldErrors, notAllowedNow } from '../http/api-error.ts';
import { appendToLedger } from '../ledger/append-entries.ts';
import { findNonce } from '../ledger/log-key.ts';
import {
  findCashbackEntries,
  findWithdrawalStatus,
  insertWithdrawal,
  type MovedWithdrawal,
  moveWithdrawal,
  sumPoints,
  sumWallet,
} from './queries.ts';

/** Withdraws all. Refused without balance, when the wallet is not ACTIVE, or lacks a Pix key. */
export async function requestWithdrawal(
  queries: Queries,
  { campaign }: CampaignSnapshot,
  { consumerId, now }: { consumerId: number; now: Date },
): Promise<{ id: number } | ApiError> {
  const consumer = await lockConsumer(queries, consumerId);
  const balance = await sumWallet(queries, consumerId);
  const refusal = withdrawalRefusal({ balance, status: consumer.walletStatus });
  if (refusal) return notAllowedNow(withdrawalRefusalMessage(refusal));
  if (needsPaymentKey(campaign) && !hasPaymentKey(consumer)) {
    return fieldErrors([{ field: 'instantPaymentKeyType', violation: 'REQUIRED' }]);
  }
  const campaignId = Number(campaign.id);
  const withdrawal = await insertWithdrawal(queries, { campaignId, consumerId, now });
  if (!withdrawal) return apiError('NOT_ALLOWED_NOW');
  const { id, centavos } = withdrawal;
  const nonce = await findNonce(queries, campaignId, `withdrawal/${id}`);
  const amount = hiddenAmount(centavos, nonce);
  const entry = { type: 'CASHBACK_WITHDRAWN' as const, withdrawal: id, amount };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { id };
}

function hasPaymentKey({ bankInfo }: LockedConsumer): boolean {
  return Boolean(bankInfo?.instantPaymentKeyType);
}

/** A failed withdrawal is back in the balance. Refused when it was paid or failed before. */
export async function settleWithdrawal(
  queries: Queries,
  { id, to, now }: { id: number; to: Exclude<WithdrawalStatus, 'PENDING'>; now: Date },
): Promise<
  (Pick<MovedWithdrawal, 'from' | 'batch'> & { id: number; status: WithdrawalStatus }) | ApiError
> {
  await lockOwner(queries, 'cashback_entries', id);
  const withdrawal = await moveWithdrawal(queries, { id, to });
  if (withdrawal === null) {
    const from = await findWithdrawalStatus(queries, id);
    return from === null
      ? apiError('NOT_FOUND')
      : notAllowedNow(`Um saque ${from} não pode passar a ${to}.`);
  }
  const { from, batch, ...owned } = withdrawal;
  if (to !== 'TRANSFER_REQUESTED') await emailOwner(queries, { id, ...owned, to, now });
  const entry = { type: 'WITHDRAWAL_SETTLED' as const, withdrawal: id, status: to };
  await appendToLedger(queries, owned.campaignId, { now, entries: [entry] });
  return { id, from, status: to, batch };
}

async function emailOwner(
  queries: Queries,
  {
    id,
    to,
    centavos,
    ...owner
  }: Omit<MovedWithdrawal, 'from' | 'batch'> & { id: number; to: 'SUCCESS' | 'ERROR'; now: Date },
): Promise<void> {
  const [kind, name] =
    to === 'SUCCESS'
      ? (['WITHDRAWAL_PAID', 'withdrawal-paid'] as const)
      : (['WITHDRAWAL_FAILED', 'withdrawal-failed'] as const);
  await queueEmail(queries, { ...owner, event: { kind, centavos }, dedupeKey: `${name}/${id}` });
}

export async function readCashbackWallet(
  queries: Queries,
  consumerId: number,
): Promise<CashbackWallet> {
  const entries = await findCashbackEntries(queries, consumerId);
  return {
    balance: fromCentavos(await sumWallet(queries, consumerId)),
    status: await findWalletStatus(queries, consumerId),
    transactions: entries.map(
      ({ valueCentavos, createdAt, paymentKeyType, paymentKey, ...entry }) => ({
        ...entry,
        value: fromCentavos(valueCentavos),
        createdAt: createdAt.toISOString(),
        paymentKey:
          paymentKeyType && paymentKey ? { type: paymentKeyType, value: paymentKey } : null,
      }),
    ),
  };
}

export async function readPointsWallet(
  queries: Queries,
  consumerId: number,
): Promise<PointsWallet> {
  return {
    balance: await sumPoints(queries, consumerId),
    status: await findWalletStatus(queries, consumerId),
  };
}
