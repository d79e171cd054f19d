import type { Queries } from '../db/database.ts';

interface Fund {
  campaignId: number;
  engineId: number;
}

export async function insertFund(
  queries: Queries,
  { campaignId, engineId, totalCentavos }: Fund & { totalCentavos: number | null },
): Promise<void> {
  await queries.query(
    `insert into cashback_funds (campaign_id, engine_id, total_centavos)
     values ($1, $2, $3) on conflict do nothing`,
    [campaignId, engineId, totalCentavos],
  );
}

/** Call it with the fund locked. */
export async function changeFund(
  queries: Queries,
  { campaignId, engineId, totalCentavos }: Fund & { totalCentavos: number | null },
): Promise<void> {
  await queries.query(
    'update cashback_funds set total_centavos = $3 where campaign_id = $1 and engine_id = $2',
    [campaignId, engineId, totalCentavos],
  );
}

/** The row stays locked, so that the last centavo goes to one receipt. */
export async function lockFund(queries: Queries, { campaignId, engineId }: Fund): Promise<number> {
  const [row] = await queries.query<{ reserved: number }>(
    `select reserved_centavos as reserved from cashback_funds
     where campaign_id = $1 and engine_id = $2 for no key update`,
    [campaignId, engineId],
  );
  return row?.reserved ?? 0;
}

export async function reserveFund(
  queries: Queries,
  { campaignId, engineId, centavos }: Fund & { centavos: number },
): Promise<void> {
  await queries.query(
    `update cashback_funds set reserved_centavos = reserved_centavos + $3
     where campaign_id = $1 and engine_id = $2`,
    [campaignId, engineId, centavos],
  );
}

export async function releaseFund(queries: Queries, receiptId: number): Promise<void> {
  await queries.query(
    `update cashback_funds as fund
     set reserved_centavos = reserved_centavos - engine_orders.cashback_centavos
     from engine_orders join receipts on receipts.id = receipt_id
     where receipt_id = $1 and cashback_centavos > 0
       and fund.campaign_id = receipts.campaign_id and fund.engine_id = engine_orders.engine_id`,
    [receiptId],
  );
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
