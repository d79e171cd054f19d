import { companyLength } from '../../../rules/receipts/fiscal-number.ts';
import { partSeparator } from '../../../rules/receipts/receipt-identity.ts';
import { deniedStatuses } from '../../../rules/receipts/receipt-status.ts';
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
function companySql(table: string): string {
  return `left(${table}.fiscal_number, ${companyLength})`;
}

/** Whether the receipt has no access key; also in the words of `receipts_by_purchase`. */
export function withoutKeySql(table: string): string {
  return `(${table}.identity like '%${partSeparator}%')`;
}

/** Whether the receipt is an NF-e (model 55), as shops issue it afterwards for a coupon (65 or 59). */
function isInvoiceSql(table: string): string {
  return `(substr(${table}.identity, 21, 2) = '55' and not ${withoutKeySql(table)})`;
}

/** How many days an NF-e may be apart from its coupon: one person's, and another's of the same shop. */
const invoiceDays = { own: 30, ofShop: 3 };

/** Statements of the receipts `other` that may be the same paper as `receipts`, one of them without a key. */
export function samePaperSql(more: string): string[] {
  const isOther = `${companySql('other')} = ${companySql('receipts')} and other.id <> receipts.id and ${more}`;
  return [
    `select other.id, other.consumer_id, other.shop from receipts as other
     where other.campaign_id = receipts.campaign_id and other.purchase_date = receipts.purchase_date
       and other.total_centavos = receipts.total_centavos and ${isOther}`,
    // What a person enters again may differ by a day or some centavos, which eyes miss.
    `select other.id, other.consumer_id, other.shop from receipts as other
     where other.consumer_id = receipts.consumer_id
       and abs(other.purchase_date - receipts.purchase_date) <= 1
       and abs(other.total_centavos - receipts.total_centavos) <= 100 and ${isOther}`,
  ];
}

const isInvoiceOfOtherSql = `${isInvoiceSql('other')} <> ${isInvoiceSql('receipts')}
  and not ${withoutKeySql('other')} and not ${withoutKeySql('receipts')}
  and other.total_centavos = receipts.total_centavos`;

/**
 * Receipts `other` that may be the coupon of the NF-e `receipts`, or the reverse; both have keys.
 * Of two people's, only the NF-e finds the coupon, never the coupon the NF-e.
 */
export const couponAndInvoiceSql = [
  `select other.id, other.consumer_id, other.shop from receipts as other
   where other.consumer_id = receipts.consumer_id
     and abs(other.purchase_date - receipts.purchase_date) <= ${invoiceDays.own}
     and ${companySql('other')} = ${companySql('receipts')} and ${isInvoiceOfOtherSql}`,
  `select other.id, other.consumer_id, other.shop
   from generate_series(-${invoiceDays.ofShop}, ${invoiceDays.ofShop}) as days
   join receipts as other on other.campaign_id = receipts.campaign_id
     and other.purchase_date = receipts.purchase_date + days
     and ${companySql('other')} = ${companySql('receipts')}
     and other.shop = receipts.shop and ${isInvoiceOfOtherSql}
   where ${isInvoiceSql('receipts')}`,
];

export const samePurchaseSql = [
  ...samePaperSql(`(${withoutKeySql('receipts')} or ${withoutKeySql('other')})`),
  ...couponAndInvoiceSql,
].join(' union ');

export function existsAnySql(statements: readonly string[]): string {
  return `(${statements.map((statement) => `exists (${statement})`).join(' or ')})`;
}

/** Whether another receipt, without a key and not denied, may be the same paper. */
export const hasSamePurchaseWithoutKeySql = existsAnySql(
  samePaperSql(`${withoutKeySql('other')} and other.status not in (${sqlList(deniedStatuses)})`),
);

const maxSharers = 10;

/**
 * In a statement over `consumers`: the ids of others with the person's phone, and of winners of
 * instant prizes at their address. Families share both: it decides nothing.
 */
export const sharedWithSql = `(
  select string_agg(sharers.id::text, ', ' order by sharers.id) from (
    select other.id from consumers as other
    where other.campaign_id = consumers.campaign_id and other.phone = consumers.phone
      and other.phone <> '' and other.id <> consumers.id
    union
    select other.id from instant_prizes as won join consumers as other on other.id = won.consumer_id
    where won.campaign_id = consumers.campaign_id and other.id <> consumers.id
      and ${addressSql('other')} = ${addressSql('consumers')}
    order by 1 limit ${maxSharers}
  ) as sharers
)`;

function addressSql(table: string): string {
  const part = (name: string) => `lower(trim(${table}.address ->> '${name}'))`;
  return `(${part('postcode')} || ' ' || ${part('number')} || ' ' || coalesce(${part('complement')}, ''))`;
}
