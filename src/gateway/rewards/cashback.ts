import type { EngineDetails } from '../../contract/engines.ts';
import { cashbackMessage } from '../../rules/messages/receipt-messages.ts';
import { fromCentavos } from '../../rules/money.ts';
import { cashbackEarned, cashbackOfAll } from '../../rules/rewards/cashback-and-points.ts';
import { exists, findOne, named, one, type Queries, type Transaction } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { deniedSql, isUnjudgedSql } from '../db/queries/status-groups.ts';
import type { EngineRun } from './engine.ts';

/**
 * No receipt's cashback is cut while money that others have reserved may still come back to the
 * fund, as it does when they are denied. It waits for its approval in place of being cut, and what
 * comes back goes first to the receipts that have waited longest.
 */
export const earnCashback: EngineRun = async (queries, { engine, key: fund }, receipt) => {
  const { consumer, totalCentavos } = receipt;
  const ofConsumer = await sumCashback(queries, {
    consumerId: consumer.id,
    engineId: fund.engineId,
  });
  const { reserved, provisional, total } = await lockFund(queries, fund);
  // This process may not have noticed yet that the operator changed the total.
  const details = { ...engine.details, totalAmount: total === null ? null : fromCentavos(total) };
  const cashbackIf = (fundUsed: number) =>
    cashbackEarned(totalCentavos, details, {
      consumerAmount: ofConsumer.amount,
      consumerReceipts: ofConsumer.receipts,
      campaignAmount: fundUsed,
    });
  const fullValue = cashbackIf(0).value;
  const { value, blocker } = cashbackIf(reserved);
  if (value < fullValue && provisional > 0) return { status: 'TO_REQUEST' };
  const isCutIf = (pending: number) => cashbackIf(reserved + pending).value < fullValue;
  const earlier = { fund, beforeReceipt: receipt.id, details };
  if (await isCutByPendingOrders(queries, earlier, isCutIf)) return { status: 'TO_REQUEST' };
  if (blocker) {
    const message = cashbackMessage(blocker);
    return { status: 'NOT_ELIGIBLE', errorCode: blocker, ...(message ? { message } : {}) };
  }
  await reserveFund(queries, { ...fund, centavos: value, isProvisional: !receipt.isJudged });
  return { status: 'REQUESTED', rewarded: value > 0, cashbackCentavos: value };
};

const receiptsPerPage = 100;

/** True if pending orders of earlier receipts may need so much of the fund that `isCutIf` holds. */
async function isCutByPendingOrders(
  queries: Queries,
  {
    fund,
    beforeReceipt,
    details,
  }: { fund: EngineKey; beforeReceipt: number; details: EngineDetails },
  isCutIf: (pending: number) => boolean,
): Promise<boolean> {
  const range = { ...fund, before: beforeReceipt, limit: receiptsPerPage };
  let pending = 0;
  let page = await findReceiptsPendingOnFund(queries, { ...range, after: 0 });
  while (page.length > 0) {
    const totals = page.map(({ total }) => total);
    pending += cashbackOfAll(totals, details);
    if (pending > 0 && isCutIf(pending)) return true;
    const after = page.at(-1)?.id ?? beforeReceipt;
    page = await findReceiptsPendingOnFund(queries, { ...range, after });
  }
  return false;
}

function sumCashback(
  queries: Queries,
  { consumerId, engineId }: { consumerId: number; engineId: number },
): Promise<{ amount: number; receipts: number }> {
  return one(
    queries,
    `select coalesce(sum(engine_orders.cashback_centavos), 0)::bigint as amount,
       count(*) as receipts
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where receipts.consumer_id = $1 and engine_orders.engine_id = $2
       and engine_orders.cashback_centavos > 0
       and receipts.status not in (${deniedSql})`,
    [consumerId, engineId],
  );
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
  /** The part reserved by receipts that are not judged yet, which comes back if they are denied. */
  provisional: number;
  /** Null without a limit. */
  total: number | null;
}

/** Locks the fund, so that two receipts do not both get its last centavos. */
export async function lockFund(
  queries: Transaction,
  { campaignId, engineId }: EngineKey,
): Promise<FundState> {
  const row = await findOne<FundState>(
    queries,
    `select reserved_centavos as reserved, promised_centavos as provisional,
       total_centavos as total
     from cashback_funds where campaign_id = $1 and engine_id = $2 for no key update`,
    [campaignId, engineId],
  );
  if (!row) throw new Error(`Engine ${engineId} has no cashback fund`);
  return row;
}

function isPendingOnFundSql(engineId: string): string {
  return `receipts.campaign_id = $campaignId and ${isUnjudgedSql('receipts.status')}
    and 'LAST_CASHBACK' = any (receipts.review_reasons) and exists (
      select from engine_orders
      where engine_orders.receipt_id = receipts.id and engine_orders.engine_id = ${engineId}
        and engine_orders.status = 'TO_REQUEST'
    )`;
}

/** Whether a receipt of this total may have to wait for its cashback. Locks nothing. */
export function mayWaitForFund(
  queries: Queries,
  receipt: { campaignId: number; totalCentavos: number },
): Promise<boolean> {
  return exists(
    queries,
    ...named(
      `select from cashback_funds as fund
       where fund.campaign_id = $campaignId and fund.total_centavos is not null and (
         (fund.promised_centavos > 0
           and fund.total_centavos - fund.reserved_centavos < $totalCentavos::bigint)
         or exists (select from receipts where ${isPendingOnFundSql('fund.engine_id')})
       ) limit 1`,
      receipt,
    ),
  );
}

/** Receipts between two ids that wait for money to come back to the fund, the earliest first. */
export function findReceiptsPendingOnFund(
  queries: Queries,
  fund: EngineKey & { after: number; before: number; limit: number },
): Promise<{ id: number; total: number }[]> {
  return queries.query(
    ...named(
      `select receipts.id, receipts.total_centavos as total from receipts
       where ${isPendingOnFundSql('$engineId')} and receipts.id > $after and receipts.id < $before
       order by receipts.id limit $limit`,
      fund,
    ),
  );
}

async function reserveFund(
  queries: Queries,
  fund: EngineKey & { centavos: number; isProvisional: boolean },
): Promise<void> {
  await queries.query(
    ...named(
      `update cashback_funds set reserved_centavos = reserved_centavos + $centavos,
         promised_centavos = promised_centavos + case when $isProvisional then $centavos else 0 end
       where campaign_id = $campaignId and engine_id = $engineId`,
      fund,
    ),
  );
}

export async function makeFundReservationFinal(queries: Queries, receiptId: number): Promise<void> {
  await queries.query(
    `select from cashback_funds as fund join receipts on receipts.campaign_id = fund.campaign_id
       join engine_orders on engine_orders.receipt_id = receipts.id
         and engine_orders.engine_id = fund.engine_id
     where receipts.id = $1 and engine_orders.cashback_centavos > 0
     order by fund.engine_id for no key update of fund`,
    [receiptId],
  );
  await subtractFromFund(queries, receiptId, ['promised_centavos']);
}

export function releaseFundReservation(
  queries: Queries,
  receiptId: number,
  { isProvisional }: { isProvisional: boolean },
): Promise<void> {
  const columns = ['reserved_centavos', 'promised_centavos'] as const;
  return subtractFromFund(queries, receiptId, isProvisional ? columns : ['reserved_centavos']);
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
     from engine_orders join receipts on receipts.id = engine_orders.receipt_id
     where engine_orders.receipt_id = $1 and engine_orders.cashback_centavos > 0
       and fund.campaign_id = receipts.campaign_id and fund.engine_id = engine_orders.engine_id`,
    [receiptId],
  );
}

/** `total` is null when one of the funds has no limit. */
export function sumFunds(
  queries: Queries,
  campaignId: number,
): Promise<{ reserved: number; total: number | null }> {
  return one(
    queries,
    `select coalesce(sum(reserved_centavos), 0)::bigint as reserved,
       case when bool_and(total_centavos is not null) then sum(total_centavos)::bigint end as total
     from cashback_funds where campaign_id = $1`,
    [campaignId],
  );
}
