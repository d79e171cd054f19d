import {
  type EarlierReceipts,
  holdingReasons,
  type ReviewReason,
} from '../../rules/receipt-review.ts';
import { lockKey, type Queries } from '../db/database.ts';
import type { ReceiptRecord, ReceiptToInsert } from './queries.ts';

/** Locks until the transaction ends, so that of two simultaneous look-alikes one sees the other. */
export async function lockLookAlikes(
  queries: Queries,
  { campaignId, fileSha256, fiscalNumber }: ReceiptToInsert,
): Promise<void> {
  const file = fileLock(campaignId, fileSha256);
  const number = lockKey(`receipt number ${campaignId} ${fiscalNumber}`);
  await queries.query(
    'select pg_advisory_xact_lock($1::bigint), pg_advisory_xact_lock($2::bigint)',
    [file, number],
  );
}

function fileLock(campaignId: number, fileSha256: string): string {
  return lockKey(`receipt file ${campaignId} ${fileSha256}`);
}

/** A replacement may be the picture of another receipt. Call it after the new file is set. */
export async function noteSameFile(
  queries: Queries,
  { id, campaignId, fileSha256 }: Pick<ReceiptRecord, 'id' | 'campaignId' | 'fileSha256'>,
): Promise<void> {
  await queries.query('select pg_advisory_xact_lock($1::bigint)', [
    fileLock(campaignId, fileSha256),
  ]);
  await queries.query(
    `update receipts set review_reasons = array_append(review_reasons, 'SAME_FILE')
     where id = $1 and not 'SAME_FILE' = any (review_reasons) and exists (
       select from receipts as other
       where other.campaign_id = $2 and other.file_sha256 = $3 and other.id <> $1
     )`,
    [id, campaignId, fileSha256],
  );
}

/** Enough, since one possible duplicate already sends the receipt to review. */
const mostOfOneNumber = 50;

/** Call it with the consumer and the look-alikes locked. @param since start of the current day */
export async function findEarlierReceipts(
  queries: Queries,
  receipt: ReceiptToInsert,
  since: Date,
): Promise<EarlierReceipts> {
  const [row] = await queries.query<EarlierReceipts>(
    `select sent."sentToday", sent."sentTodayOfShop",
       exists (
         select from receipts
         where campaign_id = $1 and file_sha256 = $2 and identity <> $3
       ) as "isSameFile",
       array(
         select identity from receipts
         where campaign_id = $1 and fiscal_number = $4 and identity <> $3
         order by id limit ${mostOfOneNumber}
       ) as "sameNumber"
     from (
       select count(*)::int as "sentToday",
         (count(*) filter (where cnpj = $5))::int as "sentTodayOfShop"
       from receipts
       where consumer_id = $6 and identity <> $3
         and created_at >= $7
         and not review_reasons && $8::text[]
     ) as sent`,
    [
      receipt.campaignId,
      receipt.fileSha256,
      receipt.identity,
      receipt.fiscalNumber,
      receipt.cnpj,
      receipt.consumerId,
      since,
      holdingReasons,
    ],
  );
  if (!row) throw new Error('An aggregate without a row');
  return row;
}

export async function markForReview(
  queries: Queries,
  { id, reasons }: { id: number; reasons: readonly ReviewReason[] },
): Promise<void> {
  await queries.query(
    `update receipts set status = 'PENDING_ANALYSIS', review_reasons = $2 where id = $1`,
    [id, reasons],
  );
}
