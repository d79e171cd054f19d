import { companyLength } from '../../../rules/receipts/fiscal-number.ts';
import { partSeparator } from '../../../rules/receipts/receipt-identity.ts';
import { refusedStatuses } from '../../../rules/receipts/receipt-status.ts';
import { sqlList } from '../database.ts';

/** Filters of the operator's lists and exports; null means any. */
export interface ListFilter {
  campaignId: number | null;
  statuses: readonly string[] | null;
  /** The person's document, without punctuation. */
  document: string | null;
  email: string | null;
  /** Identifies a record of this kind: an access key, a Pix key, a protocol number. */
  key: string | null;
  from: Date | null;
  /** Exclusive. */
  until: Date | null;
}

export interface ListPage extends ListFilter {
  limit: number;
  offset: number;
}

interface FilteredColumns {
  campaign: string;
  at: string;
  /** A list without this column finds nothing for a filter by it; so with `key`. */
  status?: string;
  key?: string;
  /** A condition on `$key`, in place of a column that equals it. */
  keyMatches?: string;
  document?: string;
  email?: string;
}

/** A condition on the SQL of these columns and on `consumers`, `named` with a `ListFilter`. */
export function inFilter({
  campaign,
  at,
  status,
  key,
  keyMatches = key && `${key} = $key`,
  document = 'consumers.document',
  email = 'consumers.email',
}: FilteredColumns): string {
  return `($campaignId::integer is null or ${campaign} = $campaignId)
    and ($statuses::text[] is null${status ? ` or ${status} = any($statuses)` : ''})
    and ($document::text is null or ${document} = $document)
    and ($email::text is null or ${email} = $email)
    and ($key::text is null${keyMatches ? ` or ${keyMatches}` : ''})
    and ($from::timestamptz is null or ${at} >= $from)
    and ($until::timestamptz is null or ${at} < $until)`;
}

/** The end of a statement that is `named` with a `ListPage`. */
export const pageSql = 'limit $limit offset $offset';

/** Accounting needs the name after an erasure too, but no email; needs `consumers` and `erasures`. */
export const accountedNameSql = `coalesce(erasures.held ->> 'name', consumers.name) as name,
  coalesce(erasures.held ->> 'document', consumers.document) as document,
  case when consumers.erased_at is null then consumers.email else '' end as email`;

export const withErasuresSql = 'left join erasures on erasures.consumer_id = consumers.id';

/** SQL for a lucky number as `formatLuckyNumber` writes it. */
export const luckyNumberSql =
  "series || '.' || lpad(number::text, greatest(5, length(number::text)), '0')";

/** Word for word as in the index `receipts_by_purchase`; else the planner would not use it. */
export function companySql(table: string): string {
  return `left(${table}.fiscal_number, ${companyLength})`;
}

/** Whether the receipt has no access key; also in the words of `receipts_by_purchase`. */
export function withoutKeySql(table: string): string {
  return `(${table}.identity like '%${partSeparator}%')`;
}

/** Whether there is another receipt of the same company, day and total, without a key and not refused. */
export const hasSamePurchaseWithoutKeySql = `exists (
  select from receipts as other
  where other.campaign_id = receipts.campaign_id
    and other.purchase_date = receipts.purchase_date
    and other.total_centavos = receipts.total_centavos
    and ${companySql('other')} = ${companySql('receipts')} and ${withoutKeySql('other')}
    and other.id <> receipts.id and other.status not in (${sqlList(refusedStatuses)})
)`;
