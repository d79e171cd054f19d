import type { RejectionReason } from '../../rules/receipts/moderation-reasons.ts';
import { releaseSeparator } from '../../rules/receipts/receipt-identity.ts';
import {
  isUnjudged,
  type ReceiptStatus,
  receiptStatuses,
} from '../../rules/receipts/receipt-status.ts';
import type { OfficeDoubt, ReviewReason } from '../../rules/receipts/review-reasons-and-doubts.ts';
import { findOne, hasWritten, named, type Queries } from '../db/database.ts';
import { sharedWithSql } from '../db/queries/consumers.ts';
import { inFilter, type ListFilter, type ListPage, pageSql } from '../db/queries/list-filters.ts';
import { samePurchaseSql } from '../db/queries/same-purchase.ts';
import { deniedSql, isUnjudgedSql } from '../db/queries/status-groups.ts';
import type { OfficeFacts } from '../tax-office/queries.ts';
import { type ReceiptRecord, receiptColumnsSql } from './queries.ts';

/** Judging a receipt ends its doubts. Call it with the receipt's row locked. */
export async function setReceiptStatus(
  queries: Queries,
  { id, to }: { id: number; to: ReceiptStatus },
): Promise<void> {
  await queries.query(
    `update receipts set status = $2::text, allow_image_replacement = $2 = 'REQUESTED_NEW_IMAGE',
       open_doubts = case when ${isUnjudgedSql('$2')} then open_doubts else '{}' end
     where id = $1`,
    [id, to],
  );
}

interface NewModeration {
  receiptId: number;
  status: ReceiptStatus;
  rejection: RejectionReason | null;
  now: Date;
}

export async function insertModeration(
  queries: Queries,
  { receiptId, status, rejection, now }: NewModeration,
): Promise<void> {
  await queries.query(
    `insert into receipt_moderations
       (receipt_id, status, rejection_reason, rejection_code, created_at)
     values ($1, $2, $3, $4, $5)`,
    [receiptId, status, rejection?.sentence ?? null, rejection?.code ?? null, now],
  );
}

export interface Moderation {
  receiptId: number;
  status: ReceiptStatus;
  rejectionReason: string | null;
  rejectionCode: string | null;
  createdAt: Date;
}

/** Newest first, so that the reason for a rejection is on top. */
export function findModerations(
  queries: Queries,
  receiptIds: readonly number[],
): Promise<Moderation[]> {
  return queries.query(
    `select receipt_id as "receiptId", status, rejection_reason as "rejectionReason",
       rejection_code as "rejectionCode", created_at as "createdAt"
     from receipt_moderations where receipt_id = any($1::bigint[]) order by id desc`,
    [receiptIds],
  );
}

export interface ModeratedReceipt extends ReceiptRecord {
  reviewReasons: readonly ReviewReason[];
  /** All that were ever raised, the judged ones too. */
  doubts: readonly OfficeDoubt[];
  sameFileAs: number | null;
  /** Ids, the likeliest first: the person's own, then of the same shop. */
  samePurchaseAs: string | null;
}

/** A chain may sell hundreds of times for the same total in a day. */
const maxListedPurchases = 20;

const moderatedColumnsSql = `${receiptColumnsSql},
  receipts.review_reasons as "reviewReasons", receipts.doubts, (
  select min(other.id) from receipts as other
  where other.campaign_id = receipts.campaign_id
    and other.file_sha256 = receipts.file_sha256 and other.id <> receipts.id
) as "sameFileAs", (
  select string_agg(case when likeliest.place > ${maxListedPurchases} then '…' else likeliest.id::text end,
    ', ' order by likeliest.place)
  from (
    select other.id, row_number() over (
      order by other.consumer_id <> receipts.consumer_id, other.shop <> receipts.shop, other.id
    ) as place
    from (${samePurchaseSql}) as other
    order by place limit ${maxListedPurchases + 1}
  ) as likeliest
) as "samePurchaseAs"`;

export const receiptListKind = {
  statuses: receiptStatuses,
  groups: { UNJUDGED: receiptStatuses.filter(isUnjudged) },
  keyOf: (text: string) => text.replaceAll(/\s/g, '').toUpperCase(),
};

const listFilterSql = inFilter({
  campaign: 'listed.campaign_id',
  status: 'listed.status',
  key: 'listed.identifier',
  at: 'listed.created_at',
});

export function findReceiptPage(queries: Queries, page: ListPage): Promise<ModeratedReceipt[]> {
  return queries.query(...named(receiptPageStatement(listFilterSql), page));
}

export function findDoubtedPage(queries: Queries, page: ListPage): Promise<ModeratedReceipt[]> {
  const doubtedSql = `${listFilterSql} and listed.open_doubts <> '{}'`;
  return queries.query(...named(receiptPageStatement(doubtedSql), page));
}

function receiptPageStatement(conditionSql: string): string {
  return `select ${moderatedColumnsSql} from receipts
     where id in (${receiptIdsSql(conditionSql)} ${pageSql}) order by id`;
}

function receiptIdsSql(conditionSql: string): string {
  return `select listed.id from receipts as listed
    join consumers on consumers.id = listed.consumer_id
     where ${conditionSql} order by listed.id`;
}

export type ReceiptToMove = Pick<ReceiptRecord, 'id' | 'status'>;

export function findFilteredReceipts(
  queries: Queries,
  filter: ListFilter,
): Promise<ReceiptToMove[]> {
  return queries.query(
    ...named(
      `select id, status from receipts where id in (${receiptIdsSql(listFilterSql)}) order by id`,
      filter,
    ),
  );
}

export function findReceiptsInStatuses(
  queries: Queries,
  { consumerId, statuses }: { consumerId: number; statuses: readonly ReceiptStatus[] },
): Promise<ReceiptToMove[]> {
  return queries.query(
    'select id, status from receipts where consumer_id = $1 and status = any($2) order by id',
    [consumerId, statuses],
  );
}

export function findModeratedReceipt(
  queries: Queries,
  id: number,
): Promise<ModeratedReceipt | null> {
  return findOne<ModeratedReceipt>(
    queries,
    `select ${moderatedColumnsSql} from receipts where id = $1`,
    [id],
  );
}

export async function findSharers(queries: Queries, consumerId: number): Promise<string | null> {
  const row = await findOne<{ ids: string | null }>(
    queries,
    `select ${sharedWithSql} as ids from consumers where id = $1`,
    [consumerId],
  );
  return row?.ids ?? null;
}

/** Lets a denied receipt be sent again. @returns false if it is not denied, or was released */
export function releaseDuplicateKey(queries: Queries, id: number): Promise<boolean> {
  return hasWritten(
    queries,
    `update receipts set identity = identity || '${releaseSeparator}' || id
     where id = $1 and status in (${deniedSql})
       and position('${releaseSeparator}' in identity) = 0
     returning id`,
    [id],
  );
}

export async function endDoubts(queries: Queries, id: number): Promise<void> {
  await queries.query(`update receipts set open_doubts = '{}' where id = $1`, [id]);
}

export async function findOfficeFacts(queries: Queries, id: number): Promise<OfficeFacts | null> {
  const row = await findOne<{ facts: OfficeFacts | null }>(
    queries,
    'select tax_office_answer as facts from receipts where id = $1',
    [id],
  );
  return row?.facts ?? null;
}
