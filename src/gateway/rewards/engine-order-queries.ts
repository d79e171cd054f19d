import type { Engine } from '../../contract/engines.ts';
import { drawEndedMessage } from '../../rules/messages/receipt-messages.ts';
import {
  type EngineOrderStatus,
  type EngineType,
  enginesUntilClose,
} from '../../rules/rewards/engines-and-reward-status.ts';
import { findOne, one, type Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { deniedSql } from '../db/queries/status-groups.ts';

export interface EngineOrderRecord {
  receiptId: number;
  engineId: number;
  engineType: EngineType;
  status: EngineOrderStatus;
  rewarded: boolean;
  events: readonly { status: string; message: string; isProgress?: boolean }[];
  errorCode: string | null;
  cashbackCentavos: number | null;
  points: number | null;
  campaignPrizeId: number | null;
  carriedCentavos: number;
}

const columnsSql = `receipt_id as "receiptId", engine_id as "engineId", engine_type as "engineType",
  status, rewarded, events, error_code as "errorCode", cashback_centavos as "cashbackCentavos",
  points, campaign_prize_id as "campaignPrizeId", carried_centavos as "carriedCentavos"`;

/** Replaces pending orders. `run_at` grows per person, even if clocks differ. */
export function insertEngineOrders(
  queries: Queries,
  orders: readonly EngineOrderRecord[],
  now: Date,
): Promise<EngineOrderRecord[]> {
  return queries.query(
    `insert into engine_orders (
       receipt_id, engine_id, engine_type, status, rewarded, events, error_code,
       cashback_centavos, points, campaign_prize_id, carried_centavos, run_at
     )
     select orders."receiptId", orders."engineId", orders."engineType", orders.status,
       orders.rewarded, orders.events, orders."errorCode", orders."cashbackCentavos",
       orders.points, orders."campaignPrizeId", orders."carriedCentavos", greatest($2, (
         select max(earlier.run_at) + interval '1 microsecond'
         from engine_orders as earlier join receipts on receipts.id = earlier.receipt_id
         where earlier.engine_id = orders."engineId" and receipts.consumer_id = (
           select receipts.consumer_id from receipts where receipts.id = orders."receiptId"
         )
       ))
     from jsonb_to_recordset($1::jsonb) as orders (
       "receiptId" bigint, "engineId" bigint, "engineType" text, status text, rewarded boolean,
       events jsonb, "errorCode" text, "cashbackCentavos" bigint, points integer,
       "campaignPrizeId" bigint, "carriedCentavos" bigint
     )
     on conflict (receipt_id, engine_id) do update set
       status = excluded.status, rewarded = excluded.rewarded, events = excluded.events,
       error_code = excluded.error_code, cashback_centavos = excluded.cashback_centavos,
       points = excluded.points, campaign_prize_id = excluded.campaign_prize_id,
       carried_centavos = excluded.carried_centavos, run_at = excluded.run_at
     where engine_orders.status = 'TO_REQUEST'
     returning ${columnsSql}`,
    [JSON.stringify(orders), now],
  );
}

export function findEngineOrders(
  queries: Queries,
  receiptIds: readonly number[],
): Promise<EngineOrderRecord[]> {
  return queries.query(
    `select ${columnsSql}
     from engine_orders where receipt_id = any($1::bigint[]) order by receipt_id, engine_id`,
    [receiptIds],
  );
}

/** Removes rewards and messages about rewards to come; keeps why there were none. A pending order never ran: it gets no time. */
export async function endEngineOrders(
  queries: Queries,
  { receiptId, status }: { receiptId: number; status: EngineOrderStatus },
): Promise<void> {
  await queries.query(
    `update engine_orders set status = $2, rewarded = false,
       events = case when status = 'NOT_ELIGIBLE'
         then jsonb_path_query_array(events, '$[*] ? (!(@.isProgress == true))') else '[]' end,
       run_at = case when status <> 'TO_REQUEST' then run_at end
     where receipt_id = $1`,
    [receiptId, status],
  );
}

const drawEndedEvents = JSON.stringify([{ status: 'NOT_ELIGIBLE', message: drawEndedMessage }]);

export async function endPendingOrders(
  queries: Queries,
  { receiptId, idsToRun }: { receiptId: number; idsToRun: ReadonlySet<number> },
): Promise<void> {
  // Engines in `idsToRun` that did not run have left the campaign; the others are draws past their hour.
  await queries.query(
    `update engine_orders set status = 'NOT_ELIGIBLE',
       events = case when engine_id = any($2) then '[]' else $3::jsonb end
     where receipt_id = $1 and status = 'TO_REQUEST'`,
    [receiptId, [...idsToRun], drawEndedEvents],
  );
}

export async function endPendingOrdersOfDraw(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<number> {
  const rows = await queries.query(
    `update engine_orders set status = 'NOT_ELIGIBLE', events = $3::jsonb
     from receipts where receipts.id = engine_orders.receipt_id and receipts.campaign_id = $1
       and engine_orders.engine_id = $2 and engine_orders.status = 'TO_REQUEST'
     returning engine_orders.receipt_id`,
    [campaignId, engineId, drawEndedEvents],
  );
  return rows.length;
}

export async function countReceiptsWithPendingOrders(
  queries: Queries,
  campaignId: number,
): Promise<number> {
  const row = await one<{ receipts: number }>(
    queries,
    `select count(distinct engine_orders.receipt_id) as receipts
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.campaign_id = $1 and engine_orders.status = 'TO_REQUEST'
       and engine_orders.engine_type = any($2)`,
    [campaignId, enginesUntilClose],
  );
  return row.receipts;
}

/** The amount that the consumer's latest receipt carried over in a cumulative engine; else 0. */
export async function findCarriedCentavos(
  queries: Queries,
  consumerId: number,
  { engine, key }: { engine: Pick<Engine, 'cumulative'>; key: EngineKey },
): Promise<number> {
  if (!engine.cumulative) return 0;
  const row = await findOne<{ carried: number }>(
    queries,
    `select engine_orders.carried_centavos as carried
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.consumer_id = $1 and engine_orders.engine_id = $2
       and receipts.status not in (${deniedSql}) and engine_orders.status <> 'TO_REQUEST'
     order by engine_orders.run_at desc nulls last, engine_orders.receipt_id desc limit 1`,
    [consumerId, key.engineId],
  );
  return row?.carried ?? 0;
}

export interface CarriedOrder {
  receiptId: number;
  engineId: number;
  carriedCentavos: number;
}

/** By engine, in the order of the runs; of denied receipts only the given one counts. */
export function findRunsOfOwner(queries: Queries, receiptId: number): Promise<CarriedOrder[]> {
  return queries.query(
    `select engine_orders.receipt_id as "receiptId", engine_orders.engine_id as "engineId",
       engine_orders.carried_centavos as "carriedCentavos"
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.consumer_id = (select receipts.consumer_id from receipts where receipts.id = $1)
       and (receipts.id = $1 or receipts.status not in (${deniedSql}))
       and engine_orders.status <> 'TO_REQUEST' and engine_orders.run_at is not null
     order by engine_orders.engine_id, engine_orders.run_at, engine_orders.receipt_id`,
    [receiptId],
  );
}
