import type { EngineOrderStatus, EngineType } from '../../rules/labels.ts';
import type { ReceiptStatus } from '../../rules/receipt-status.ts';
import type { Queries } from '../db/database.ts';

/** Receipts that earn nothing any more. */
const takenBack = (['REJECTED', 'NOT_ELIGIBLE'] satisfies ReceiptStatus[])
  .map((status) => `'${status}'`)
  .join(', ');

/** What one engine made of one receipt. */
export interface EngineOrderRecord {
  receiptId: number;
  engineId: number;
  engineType: EngineType;
  status: EngineOrderStatus;
  rewarded: boolean;
  events: readonly { status: string; message: string }[];
  errorCode: string | null;
  cashbackCentavos: number | null;
  points: number | null;
  campaignPrizeId: number | null;
  carriedCentavos: number;
}

const columns = `receipt_id as "receiptId", engine_id as "engineId", engine_type as "engineType",
  status, rewarded, events, error_code as "errorCode", cashback_centavos as "cashbackCentavos",
  points, campaign_prize_id as "campaignPrizeId", carried_centavos as "carriedCentavos"`;

/** @returns what was written. */
export function insertEngineOrders(
  queries: Queries,
  orders: readonly EngineOrderRecord[],
): Promise<EngineOrderRecord[]> {
  return queries.query(
    `insert into engine_orders (
       receipt_id, engine_id, engine_type, status, rewarded, events, error_code,
       cashback_centavos, points, campaign_prize_id, carried_centavos
     )
     select "receiptId", "engineId", "engineType", status, rewarded, events, "errorCode",
       "cashbackCentavos", points, "campaignPrizeId", "carriedCentavos"
     from jsonb_to_recordset($1::jsonb) as given (
       "receiptId" bigint, "engineId" bigint, "engineType" text, status text, rewarded boolean,
       events jsonb, "errorCode" text, "cashbackCentavos" bigint, points integer,
       "campaignPrizeId" bigint, "carriedCentavos" bigint
     )
     returning ${columns}`,
    [JSON.stringify(orders)],
  );
}

/** In the order of the engines. */
export function findEngineOrders(
  queries: Queries,
  receiptIds: readonly number[],
): Promise<EngineOrderRecord[]> {
  return queries.query(
    `select ${columns}
     from engine_orders where receipt_id = any($1::bigint[]) order by receipt_id, engine_id`,
    [receiptIds],
  );
}

/** Takes back what the engines made of a receipt. */
export async function endEngineOrders(
  queries: Queries,
  { receiptId, status }: { receiptId: number; status: EngineOrderStatus },
): Promise<void> {
  await queries.query(
    'update engine_orders set status = $2, rewarded = false where receipt_id = $1',
    [receiptId, status],
  );
}

/** What a cumulative draw carries over from the consumer's latest receipt that still counts. */
export async function findCarried(
  queries: Queries,
  { consumerId, engineId }: { consumerId: number; engineId: number },
): Promise<number> {
  const [row] = await queries.query<{ carried: number }>(
    `select carried_centavos as carried
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.consumer_id = $1 and engine_id = $2
       and receipts.status not in (${takenBack})
     order by receipt_id desc limit 1`,
    [consumerId, engineId],
  );
  return row?.carried ?? 0;
}

/** Cashback promised to a consumer so far, and by how many receipts. */
export async function sumCashback(
  queries: Queries,
  { consumerId, engineId }: { consumerId: number; engineId: number },
): Promise<{ amount: number; coupons: number }> {
  const [row] = await queries.query<{ amount: number; coupons: number }>(
    `select coalesce(sum(cashback_centavos), 0)::bigint as amount, count(*) as coupons
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.consumer_id = $1 and engine_id = $2 and cashback_centavos > 0
       and receipts.status not in (${takenBack})`,
    [consumerId, engineId],
  );
  return row ?? { amount: 0, coupons: 0 };
}
