import type { Queries } from '../database.ts';

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

/** A condition on the SQL of these columns and on `consumers`, with `filterValues` as $1 to $7. */
export function inFilter({
  document = 'consumers.document',
  email = 'consumers.email',
  ...columns
}: Readonly<
  Record<'campaign' | 'status' | 'key' | 'at', string> & { document?: string; email?: string }
>): string {
  return `($1::integer is null or ${columns.campaign} = $1)
    and ($2::text[] is null or ${columns.status} = any($2))
    and ($3::text is null or ${document} = $3)
    and ($4::text is null or ${email} = $4)
    and ($5::text is null or ${columns.key} = $5)
    and ($6::timestamptz is null or ${columns.at} >= $6)
    and ($7::timestamptz is null or ${columns.at} < $7)`;
}

export function filterValues(filter: ListFilter): unknown[] {
  const { campaignId, statuses, document, email, key, from, until } = filter;
  return [campaignId, statuses, document, email, key, from, until];
}

export const pageSql = 'limit $8 offset $9';

/** $1 to $9: the filter's values, then limit and offset. */
export function pageValues({ limit, offset, ...filter }: ListPage): unknown[] {
  return [...filterValues(filter), limit, offset];
}

/** The end of a statement for `pagesOf`. */
export function afterIdSql(id: string, group = ''): string {
  return `${id} > $8 ${group} order by ${id} limit $9`;
}

const pageSize = 1000;

/** All rows by id, in pages, so that an export blocks no call. $1 to $9: filter, last id, size. */
export function pagesOf<Row extends { id: number }>(sql: string) {
  return async function* readPages(
    queries: Queries,
    filter: ListFilter,
  ): AsyncGenerator<Row[], void> {
    let after = 0;
    for (;;) {
      const rows = await queries.query<Row>(sql, [...filterValues(filter), after, pageSize]);
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
      after = rows.at(-1)?.id ?? after;
    }
  };
}
