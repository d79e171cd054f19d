import type { Engine } from '../../contract/engines.ts';
import { judgedStatuses, refusedStatuses } from '../../rules/receipts/receipt-status.ts';
import {
  type EngineOrderStatus,
  type EngineType,
  enginesUntilClose,
} from '../../rules/rewards/engines.ts';
import { drawEndedSentence } from '../../rules/sentences/receipt-messages.ts';
import { type Database, named, type Queries, sqlList } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';

const refusedSql = sqlList(refusedStatuses);

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

const columnsSql = `receipt_id as "receiptId", engine_id as "engineId", engine_type as "engineType",
  status, rewarded, events, error_code as "errorCode", cashback_centavos as "cashbackCentavos",
  points, campaign_prize_id as "campaignPrizeId", carried_centavos as "carriedCentavos"`;

/** Replaces orders that waited for approval. `run_at` grows per person, even if clocks differ. */
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
     select "receiptId", "engineId", "engineType", status, rewarded, events, "errorCode",
       "cashbackCentavos", points, "campaignPrizeId", "carriedCentavos", greatest($2, (
         select max(run_at) + interval '1 microsecond'
         from engine_orders as earlier join receipts on receipts.id = earlier.receipt_id
         where earlier.engine_id = given."engineId" and receipts.consumer_id = (
           select consumer_id from receipts where id = given."receiptId"
         )
       ))
     from jsonb_to_recordset($1::jsonb) as given (
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

export async function endEngineOrders(
  queries: Queries,
  { receiptId, status }: { receiptId: number; status: EngineOrderStatus },
): Promise<void> {
  await queries.query(
    `update engine_orders set status = $2, rewarded = false,
       events = case when status = 'TO_REQUEST' then '[]' else events end
     where receipt_id = $1`,
    [receiptId, status],
  );
}

const drawEndedEvents = JSON.stringify([{ status: 'NOT_ELIGIBLE', message: drawEndedSentence }]);

export async function endWaitingOrders(
  queries: Queries,
  { receiptId, toRun }: { receiptId: number; toRun: ReadonlySet<number> },
): Promise<void> {
  // An engine that was to run and did not has left the campaign; any other is a draw past its hour.
  await queries.query(
    `update engine_orders set status = 'NOT_ELIGIBLE',
       events = case when engine_id = any($2) then '[]' else $3::jsonb end
     where receipt_id = $1 and status = 'TO_REQUEST'`,
    [receiptId, [...toRun], drawEndedEvents],
  );
}

export async function endWaitingDraw(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<number> {
  const rows = await queries.query(
    `update engine_orders set status = 'NOT_ELIGIBLE', events = $3::jsonb
     from receipts where receipts.id = receipt_id and receipts.campaign_id = $1
       and engine_id = $2 and engine_orders.status = 'TO_REQUEST' returning receipt_id`,
    [campaignId, engineId, drawEndedEvents],
  );
  return rows.length;
}

export async function countWaitingReceipts(queries: Queries, campaignId: number): Promise<number> {
  const [row] = await queries.query<{ waiting: number }>(
    `select count(distinct receipt_id) as waiting
     from engine_orders join receipts on receipts.id = receipt_id
     where receipts.campaign_id = $1 and engine_orders.status = 'TO_REQUEST'
       and engine_type = any($2)`,
    [campaignId, enginesUntilClose],
  );
  return row?.waiting ?? 0;
}

/** The amount that the consumer's latest receipt carried over in a cumulative engine; else 0. */
export async function findCarriedCentavos(
  queries: Queries,
  consumerId: number,
  { engine, key }: { engine: Pick<Engine, 'cumulative'>; key: EngineKey },
): Promise<number> {
  if (!engine.cumulative) return 0;
  const [row] = await queries.query<{ carried: number }>(
    `select carried_centavos as carried
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.consumer_id = $1 and engine_id = $2
       and receipts.status not in (${refusedSql}) and engine_orders.status <> 'TO_REQUEST'
     order by run_at desc nulls last, receipt_id desc limit 1`,
    [consumerId, key.engineId],
  );
  return row?.carried ?? 0;
}

export interface CarriedReceipt {
  receiptId: number;
  /** In centavos: what the refused receipt left over, and what earlier ones had left over to it. */
  carriedOut: number;
  carriedIn: number;
}

/** For each cumulative engine, the next receipt, which began with what this one left over. */
export function findReceiptsCarriedTo(
  queries: Queries,
  receiptId: number,
): Promise<CarriedReceipt[]> {
  return queries.query(
    `select distinct on (own.engine_id) later.receipt_id as "receiptId",
       own.carried_centavos as "carriedOut", coalesce(carried_in, 0) as "carriedIn"
     from engine_orders as own join receipts as refused on refused.id = own.receipt_id
       join receipts as next_receipt on next_receipt.consumer_id = refused.consumer_id
       join engine_orders as later on later.receipt_id = next_receipt.id
         and later.engine_id = own.engine_id
       left join lateral (
         select before.carried_centavos as carried_in
         from engine_orders as before join receipts as earlier on earlier.id = before.receipt_id
         where earlier.consumer_id = refused.consumer_id and before.engine_id = own.engine_id
           and earlier.status not in (${refusedSql}) and before.status <> 'TO_REQUEST'
           and (before.run_at, before.receipt_id) < (own.run_at, own.receipt_id)
         order by before.run_at desc, before.receipt_id desc limit 1
       ) as start on true
     where own.receipt_id = $1 and greatest(own.carried_centavos, carried_in) > 0
       and next_receipt.status not in (${refusedSql}) and later.status <> 'TO_REQUEST'
       and (later.run_at, later.receipt_id) > (own.run_at, own.receipt_id)
     order by own.engine_id, later.run_at, later.receipt_id`,
    [receiptId],
  );
}

export async function sumCashback(
  queries: Queries,
  { consumerId, engineId }: { consumerId: number; engineId: number },
): Promise<{ amount: number; receipts: number }> {
  const [row] = await queries.query<{ amount: number; receipts: number }>(
    `select coalesce(sum(cashback_centavos), 0)::bigint as amount, count(*) as receipts
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.consumer_id = $1 and engine_id = $2 and cashback_centavos > 0
       and receipts.status not in (${refusedSql})`,
    [consumerId, engineId],
  );
  return row ?? { amount: 0, receipts: 0 };
}

export async function insertFund(
  queries: Queries,
  { campaignId, engineId, totalCentavos }: EngineKey & { totalCentavos: number | null },
): Promise<void> {
  await queries.query(
    `insert into cashback_funds (campaign_id, engine_id, total_centavos)
     values ($1, $2, $3) on conflict do nothing`,
    [campaignId, engineId, totalCentavos],
  );
}

/** Call it with the fund locked. */
export async function setFundTotal(
  queries: Queries,
  { campaignId, engineId, totalCentavos }: EngineKey & { totalCentavos: number | null },
): Promise<void> {
  await queries.query(
    'update cashback_funds set total_centavos = $3 where campaign_id = $1 and engine_id = $2',
    [campaignId, engineId, totalCentavos],
  );
}

interface FundState {
  reserved: number;
  /** The part reserved by receipts that are not judged yet, which comes back if they are refused. */
  provisional: number;
}

/** Locks the fund, so that two receipts do not both get its last centavos. */
export async function lockFund(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<FundState> {
  const [row] = await queries.query<FundState>(
    `select reserved_centavos as reserved, promised_centavos as provisional
     from cashback_funds where campaign_id = $1 and engine_id = $2 for no key update`,
    [campaignId, engineId],
  );
  return row ?? { reserved: 0, provisional: 0 };
}

const unjudgedSql = `receipts.status not in (${sqlList(judgedStatuses)})`;

/** Receipts between two ids that wait for money to come back to the fund, the earliest first. */
export function findReceiptsAwaitingFund(
  queries: Queries,
  fund: EngineKey & { after: number; before: number; limit: number },
): Promise<{ id: number; total: number }[]> {
  return queries.query(
    ...named(
      `select id, total_centavos as total from receipts
       where campaign_id = $campaignId and ${unjudgedSql} and 'LAST_CASHBACK' = any (review_reasons)
         and id > $after and id < $before and exists (
           select from engine_orders
           where receipt_id = receipts.id and engine_id = $engineId and status = 'TO_REQUEST'
         )
       order by id limit $limit`,
      fund,
    ),
  );
}

export async function reserveFund(
  queries: Queries,
  fund: EngineKey & { receiptId: number; centavos: number },
): Promise<void> {
  await queries.query(
    `update cashback_funds set reserved_centavos = reserved_centavos + $3,
       promised_centavos = promised_centavos + case when exists (
         select from receipts where id = $4 and ${unjudgedSql}
       ) then $3 else 0 end
     where campaign_id = $1 and engine_id = $2`,
    [fund.campaignId, fund.engineId, fund.centavos, fund.receiptId],
  );
}

export async function confirmFundReservation(queries: Queries, receiptId: number): Promise<void> {
  const funds = await queries.query(
    `select from cashback_funds as fund join receipts on receipts.campaign_id = fund.campaign_id
       join engine_orders on receipt_id = receipts.id and engine_orders.engine_id = fund.engine_id
     where receipts.id = $1 and ${unjudgedSql} order by fund.engine_id for no key update of fund`,
    [receiptId],
  );
  if (funds.length > 0) await subtractFromFund(queries, receiptId, ['promised_centavos']);
}

export function releaseFundReservation(
  queries: Queries,
  receiptId: number,
  { wasJudged }: { wasJudged: boolean },
): Promise<void> {
  const columns = ['reserved_centavos', 'promised_centavos'] as const;
  return subtractFromFund(queries, receiptId, wasJudged ? ['reserved_centavos'] : columns);
}

async function subtractFromFund(
  queries: Queries,
  receiptId: number,
  columns: readonly ('reserved_centavos' | 'promised_centavos')[],
): Promise<void> {
  const changes = columns.map(
    (column) => `${column} = ${column} - engine_orders.cashback_centavos`,
  );
  await queries.query(
    `update cashback_funds as fund set ${changes.join(', ')}
     from engine_orders join receipts on receipts.id = receipt_id
     where receipt_id = $1 and cashback_centavos > 0
       and fund.campaign_id = receipts.campaign_id and fund.engine_id = engine_orders.engine_id`,
    [receiptId],
  );
}

const provisionalSql = `(
  select coalesce(sum(cashback_centavos), 0)
  from receipts join engine_orders on receipt_id = receipts.id
  where receipts.campaign_id = fund.campaign_id and engine_orders.engine_id = fund.engine_id
    and ${unjudgedSql}
)`;

/** Gateways from before 0037, which serve on during a deployment, do not count. @returns how many funds were wrong */
export async function recountProvisional(database: Database, campaignId: number): Promise<number> {
  const isWrongSql = `campaign_id = $1 and promised_centavos <> ${provisionalSql}`;
  const wrong = `select from cashback_funds as fund where ${isWrongSql}`;
  if ((await database.query(wrong, [campaignId])).length === 0) return 0;
  return database.transaction(async (queries) => {
    await queries.query(
      'select from cashback_funds where campaign_id = $1 order by engine_id for no key update',
      [campaignId],
    );
    const corrected = await queries.query(
      `update cashback_funds as fund set promised_centavos = ${provisionalSql}
       where ${isWrongSql} returning engine_id`,
      [campaignId],
    );
    return corrected.length;
  });
}

/** `total` is null when one of the funds has no limit. */
export async function sumFunds(
  queries: Queries,
  campaignId: number,
): Promise<{ reserved: number; total: number | null }> {
  const [row] = await queries.query<{ reserved: number; total: number | null }>(
    `select coalesce(sum(reserved_centavos), 0)::bigint as reserved,
       case when bool_and(total_centavos is not null) then sum(total_centavos)::bigint end as total
     from cashback_funds where campaign_id = $1`,
    [campaignId],
  );
  return row ?? { reserved: 0, total: null };
}
