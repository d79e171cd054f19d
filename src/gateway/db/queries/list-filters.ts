import { exists, type Queries } from '../database.ts';

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

export const pageSql = 'limit $limit offset $offset';

export type RecordTable =
  | 'receipts'
  | 'consumers'
  | 'redemptions'
  | 'cashback_entries'
  | 'incidents';

export function hasRecord(
  queries: Queries,
  { table, id, campaignId }: { table: RecordTable; id: number; campaignId: number },
): Promise<boolean> {
  return exists(queries, `select from ${table} where id = $1 and campaign_id = $2`, [
    id,
    campaignId,
  ]);
}
