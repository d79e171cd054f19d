import type { WithdrawalStatus } from '../../rules/labels.ts';
import type { Queries } from '../db/database.ts';
import { moveWithdrawal } from '../db/queries/cashback.ts';
import { lockOwner } from '../db/queries/consumer-locks.ts';
import { type ApiError, apiError } from '../http/refusal.ts';
import { appendToLedger } from './append-to-ledger.ts';

/**
 * Tells what became of a withdrawal: on its way, paid, or failed; what failed is back in the wallet.
 * Refused once it was paid or failed.
 */
export async function settleWithdrawal(
  queries: Queries,
  { id, to, now }: { id: number; to: Exclude<WithdrawalStatus, 'PENDING'>; now: Date },
): Promise<{ id: number; status: WithdrawalStatus } | ApiError> {
  await lockOwner(queries, 'cashback_entries', id);
  const campaignId = await moveWithdrawal(queries, { id, to });
  if (campaignId === null) return apiError('NOT_ALLOWED_NOW');
  const entry = { type: 'WITHDRAWAL_SETTLED' as const, withdrawal: id, status: to };
  await appendToLedger(queries, campaignId, { now, entries: [entry] });
  return { id, status: to };
}
