import { companyLength } from '../../../rules/receipts/fiscal-number.ts';
import { refusedStatuses } from '../../../rules/receipts/receipt-status.ts';
import { named, type Queries, sqlList } from '../database.ts';

// Parts of statements that several rooms share: of their lists, and about receipts and numbers.

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

/** A condition on the SQL of these columns and on `consumers`, `named` with a `ListFilter`. */
export function inFilter({
  document = 'consumers.document',
  email = 'consumers.email',
  ...columns
}: Readonly<
  Record<'campaign' | 'status' | 'key' | 'at', string> & { document?: string; email?: string }
>): string {
  return `($campaignId::integer is null or ${columns.campaign} = $campaignId)
    and ($statuses::text[] is null or ${columns.status} = any($statuses))
    and ($document::text is null or ${document} = $document)
    and ($email::text is null or ${email} = $email)
    and ($key::text is null or ${columns.key} = $key)
    and ($from::timestamptz is null or ${columns.at} >= $from)
    and ($until::timestamptz is null or ${columns.at} < $until)`;
}

/** The end of a statement that is `named` with a `ListPage`. */
export const pageSql = 'limit $limit offset $offset';

/** The end of a statement for `pagesOf`. */
export function afterIdSql(id: string, group = ''): string {
  return `${id} > $after ${group} order by ${id} limit $size`;
}

const pageSize = 1000;

/** All rows by id, in pages, so that an export blocks no call. */
export function pagesOf<Row extends { id: number }>(sql: string) {
  return async function* readPages(
    queries: Queries,
    filter: ListFilter,
  ): AsyncGenerator<Row[], void> {
    let after = 0;
    for (;;) {
      const rows = await queries.query<Row>(...named(sql, { ...filter, after, size: pageSize }));
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
      after = rows.at(-1)?.id ?? after;
    }
  };
}

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
