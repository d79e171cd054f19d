import {
  creditedStatuses,
  deniedStatuses,
  judgedStatuses,
} from '../../../rules/receipts/receipt-status.ts';
import { endedRedemptions } from '../../../rules/rewards/redeem.ts';
import { endedWithdrawals } from '../../../rules/rewards/withdrawal-and-payment-key.ts';
import { sqlList } from '../database.ts';

/**
 * Statuses that count alike, for a statement such as `receipts.status in (${deniedSql})`. The lists
 * are those of the rules, so that no statement decides otherwise than a rule does.
 */
export const deniedSql = sqlList(deniedStatuses);

export const creditedSql = sqlList(creditedStatuses);

/** As `isUnjudged`; word for word as in the indexes `unjudged_receipts` and `awaiting_cashback`. */
export function isUnjudgedSql(statusSql: string): string {
  return `(${statusSql} not in (${sqlList(judgedStatuses)}))`;
}

export const endedRedemptionsSql = sqlList(endedRedemptions);

export const endedWithdrawalsSql = sqlList(endedWithdrawals);
