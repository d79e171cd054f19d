import type { WithdrawalStatus } from '../../rules/labels.ts';
import type { Queries } from '../db/database.ts';
import { moveWithdrawal } from '../db/queries/cashback.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

/**
 * Tells what became of a withdrawal: on its way, paid, or failed; what failed is back in the wallet.
 * Refused once it was paid or failed.
 */
export async function settleWithdrawal(
  queries: Queries,
  { id, to }: { id: number; to: Exclude<WithdrawalStatus, 'PENDING'> },
): Promise<{ id: number; status: WithdrawalStatus } | Refusal> {
  const moved = await moveWithdrawal(queries, { id, to });
  return moved ? { id, status: to } : refuse('NOT_ALLOWED_NOW');
}
