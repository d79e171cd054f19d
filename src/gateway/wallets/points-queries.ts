import { findOne, one, type Queries } from '../db/database.ts';

/** In a statement over `consumers`. */
export const pointsOfConsumerSql = `(
  select coalesce(sum(points), 0)::bigint from points_entries where consumer_id = consumers.id
)`;

export async function creditPoints(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<number> {
  const row = await findOne<{ points: number }>(
    queries,
    `insert into points_entries (campaign_id, consumer_id, receipt_id, points, created_at)
     select receipts.campaign_id, receipts.consumer_id, receipts.id, sum(engine_orders.points), $2
     from receipts join engine_orders on engine_orders.receipt_id = receipts.id
     where receipts.id = $1 and engine_orders.points > 0
     group by receipts.id
     on conflict do nothing
     returning points`,
    [receiptId, now],
  );
  return row?.points ?? 0;
}

export async function reversePoints(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<number> {
  const row = await findOne<{ points: number }>(
    queries,
    `insert into points_entries (campaign_id, consumer_id, receipt_id, points, created_at)
     select campaign_id, consumer_id, receipt_id, -points, $2
     from points_entries where receipt_id = $1 and points > 0
     on conflict do nothing
     returning -points as points`,
    [receiptId, now],
  );
  return row?.points ?? 0;
}

/** Negative `points` pay for a redemption, positive ones give them back; 0 writes no entry. */
export async function insertRedemptionPoints(
  queries: Queries,
  entry: {
    campaignId: number;
    consumerId: number;
    redemptionId: number;
    points: number;
    now: Date;
  },
): Promise<void> {
  if (entry.points === 0) return;
  await queries.query(
    `insert into points_entries (campaign_id, consumer_id, redemption_id, points, created_at)
     values ($1, $2, $3, $4, $5)`,
    [entry.campaignId, entry.consumerId, entry.redemptionId, entry.points, entry.now],
  );
}

export async function sumPoints(queries: Queries, consumerId: number): Promise<number> {
  const row = await one<{ balance: number }>(
    queries,
    `select coalesce(sum(points), 0)::bigint as balance
     from points_entries where consumer_id = $1`,
    [consumerId],
  );
  return row.balance;
}
