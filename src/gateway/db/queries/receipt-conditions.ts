import { companyLength } from '../../../rules/receipts/fiscal-number.ts';
import { refusedStatuses } from '../../../rules/receipts/receipt-status.ts';
import { sqlList } from '../database.ts';

// Parts of statements about receipts and their lucky numbers, which several rooms share.

/** SQL for a lucky number as `formatLuckyNumber` writes it. */
export const luckyNumberSql =
  "series || '.' || lpad(number::text, greatest(5, length(number::text)), '0')";

/** In the words of the index receipts_by_purchase. */
export function companySql(table: string): string {
  return `left(${table}.fiscal_number, ${companyLength})`;
}

export function withoutKeySql(table: string): string {
  return `(${table}.identity like '%/%')`;
}

/** Whether a receipt without a key, of the same company, day and total, is not refused. */
export const hasTwinWithoutKeySql = `exists (
  select from receipts as other
  where other.campaign_id = receipts.campaign_id
    and other.purchase_date = receipts.purchase_date
    and other.total_centavos = receipts.total_centavos
    and ${companySql('other')} = ${companySql('receipts')} and ${withoutKeySql('other')}
    and other.id <> receipts.id and other.status not in (${sqlList(refusedStatuses)})
)`;
