import { parseId } from '../../contract/primitives.ts';
import { parseLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import {
  type DeliveryStatus,
  handedOutStatuses,
  type PrizeKind,
} from '../../rules/rewards/prize-delivery.ts';
import { luckyNumberSql, named, type Queries, sqlList, type Transaction } from '../db/database.ts';
import { sharedWithSql } from '../db/queries/consumers.ts';
import { inFilter, type ListPage, pageSql } from '../db/queries/list-filters.ts';
import { hasSamePurchaseWithoutKeySql } from '../db/queries/same-purchase.ts';
import { creditedSql, deniedSql } from '../db/queries/status-groups.ts';

export interface WonDelivery {
  kind: PrizeKind;
  /** How commands name the win: by the receipt's id, or the lucky number. */
  win: string;
  campaignId: number;
  engineId: number;
  receiptId: number;
  instantReceiptId: number | null;
  luckyNumberId: number | null;
  consumerId: number;
  campaignPrizeId: number;
  wonAt: Date;
  /** Day of the draw's extraction; null for an instant prize. */
  extraction: string | null;
  status: DeliveryStatus;
  trackingCode: string | null;
  /** Those of parcels that came back, and those that were typed wrong. */
  formerCodes: string[];
  /** Null until the operator has moved the delivery for the first time. */
  deliveryId: number | null;
  /** The winner was disqualified, or a corrected draw gives the number another prize or none. */
  isFormer: boolean;
  /** When an instant prize was sent; from then on no other receipt can win it. */
  handedOutAt: Date | null;
  /** The receipt of an instant prize was denied after the prize had been sent. */
  isReceiptDenied: boolean;
  /** The tax office has doubted the prize's receipt, and no moderator has judged that. */
  isDoubted: boolean;
}

const handedOutSql = sqlList(handedOutStatuses);

/** A page that came over plain http proves nothing. Never null, because a query negates it. */
const provenSql = `(receipts.open_doubts = '{}' and (receipts.status in (${creditedSql})
  or (receipts.tax_office is not distinct from 'CONFIRMED'
    and receipts.tax_office_answer @> '{"isEncrypted": true}' is true
    and receipts.status in ('IN_ANALYSIS', 'PRE_APPROVED') and not ${hasSamePurchaseWithoutKeySql})))`;

/** A union matches columns by place: all have them in the order of their names. */
function selectWinsSql(columns: Record<keyof WonDelivery, string>, fromSql: string): string {
  const sorted = Object.entries(columns).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `select ${sorted.map(([name, sql]) => `${sql} as "${name}"`).join(', ')} ${fromSql}`;
}

const deliveryColumns = {
  deliveryId: 'delivery.id',
  trackingCode: 'delivery.tracking_code',
  formerCodes: "coalesce(delivery.former_codes, '{}')",
};

const instantWinsSql = selectWinsSql(
  {
    kind: "'INSTANT_PRIZE'",
    win: 'receipts.id::text',
    campaignId: 'prize.campaign_id',
    engineId: 'prize.engine_id',
    receiptId: 'receipts.id',
    instantReceiptId: 'receipts.id',
    luckyNumberId: 'null::bigint',
    consumerId: 'prize.consumer_id',
    campaignPrizeId: 'prize.campaign_prize_id',
    wonAt: 'prize.won_at',
    extraction: 'null::date',
    status: `case when prize.handed_out_at is null and not ${provenSql} and (delivery.status is null
        or (delivery.status <> 'EXPIRED' and receipts.status not in (${deniedSql}))) then 'WAITING'
      else coalesce(delivery.status,
        case when prize.handed_out_at is null then 'TO_NOTIFY' else 'SENT' end) end`,
    ...deliveryColumns,
    isFormer: 'false',
    handedOutAt: 'prize.handed_out_at',
    isReceiptDenied: `receipts.status in (${deniedSql})`,
    isDoubted: "receipts.open_doubts <> '{}'",
  },
  `from instant_prizes as prize join receipts on receipts.id = prize.receipt_id
    left join prize_deliveries as delivery on delivery.receipt_id = receipts.id`,
);

const drawColumns = {
  kind: "'DRAW'",
  win: luckyNumberSql,
  receiptId: 'lucky_numbers.receipt_id',
  instantReceiptId: 'null',
  luckyNumberId: 'lucky_numbers.id',
  wonAt: 'draws.made_at',
  extraction: 'draws.extraction',
  ...deliveryColumns,
  handedOutAt: 'null',
  isReceiptDenied: 'false',
  isDoubted:
    "(select receipts.open_doubts <> '{}' from receipts where receipts.id = lucky_numbers.receipt_id)",
};

const drawWinsSql = selectWinsSql(
  {
    ...drawColumns,
    campaignId: 'winners.campaign_id',
    engineId: 'winners.engine_id',
    consumerId: 'winners.consumer_id',
    campaignPrizeId: 'winners.campaign_prize_id',
    isFormer: 'false',
    status: `case when delivery.status is null or delivery.status = 'PASSED_ON' then 'TO_NOTIFY'
      else delivery.status end`,
  },
  `from winners join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
    join draws on draws.campaign_id = winners.campaign_id and draws.engine_id = winners.engine_id
    left join prize_deliveries as delivery on delivery.lucky_number_id = lucky_numbers.id
      and delivery.campaign_prize_id = winners.campaign_prize_id`,
);

/** Prizes that their numbers no longer win; of a number that wins another prize now, only those that were sent. */
const formerWinsSql = selectWinsSql(
  {
    ...drawColumns,
    campaignId: 'delivery.campaign_id',
    engineId: 'lucky_numbers.engine_id',
    consumerId: 'delivery.consumer_id',
    campaignPrizeId: 'delivery.campaign_prize_id',
    isFormer: 'true',
    status: `case when delivery.status in (${handedOutSql}) then delivery.status else 'PASSED_ON' end`,
  },
  `from prize_deliveries as delivery
    join lucky_numbers on lucky_numbers.id = delivery.lucky_number_id
    join draws on draws.campaign_id = lucky_numbers.campaign_id
      and draws.engine_id = lucky_numbers.engine_id
  where not exists (select from winners where winners.lucky_number_id = lucky_numbers.id
    and (delivery.status not in (${handedOutSql})
      or winners.campaign_prize_id = delivery.campaign_prize_id))`,
);

/** The row set `wins`, for a statement that begins with `with`. */
export const winsSql = `wins as (
  ${instantWinsSql} union all ${drawWinsSql} union all ${formerWinsSql}
)`;

export interface StatusSince extends Pick<WonDelivery, 'status'> {
  movedAt: Date | null;
}

/** Joins a row of `wins` to its last change, if there was one. */
export const latestMoveSql = `left join lateral (
  select move.at, move.author from prize_delivery_moves as move
  where move.delivery_id = wins."deliveryId" order by move.id desc limit 1
) as latest_move on true`;

export const winsFilterSql = inFilter({
  campaign: 'wins."campaignId"',
  status: 'wins.status',
  key: 'wins.win',
  at: 'wins."wonAt"',
});

export function findDeliveries(
  queries: Queries,
  page: ListPage & { kind: PrizeKind | null },
): Promise<(WonDelivery & { consumerName: string; sharedWith: string | null })[]> {
  return queries.query(
    ...named(
      `with ${winsSql}
       select wins.*, consumers.name as "consumerName", ${sharedWithSql} as "sharedWith"
       from wins join consumers on consumers.id = wins."consumerId"
       where ${winsFilterSql} and ($kind::text is null or wins.kind = $kind)
       order by wins."wonAt", wins.win, wins."campaignPrizeId" ${pageSql}`,
      page,
    ),
  );
}

export function findOwnDeliveries(queries: Queries, consumerId: number): Promise<WonDelivery[]> {
  return queries.query(
    `with ${winsSql}
     select * from wins where "consumerId" = $1 order by "wonAt"`,
    [consumerId],
  );
}

export interface DeliveryName extends Pick<WonDelivery, 'win' | 'campaignId'> {
  engineId: number | null;
}

export interface DeliveryOfWin extends WonDelivery {
  /** Codes of what the number won before the draw was corrected: `wins` lacks parcels that came back. */
  codesOfOtherPrizes: string[];
}

/** A number may have won twice: what it wins now comes first. */
export async function findDeliveriesOfWin(
  queries: Queries,
  name: DeliveryName,
): Promise<DeliveryOfWin[]> {
  return findDeliveriesOfRows(queries, name, await findRowsOfWin(queries, name));
}

export async function lockDeliveries(
  queries: Transaction,
  name: DeliveryName,
): Promise<DeliveryOfWin[]> {
  const rows = await findRowsOfWin(queries, name);
  const unlocked = await findDeliveriesOfRows(queries, name, rows);
  // Locks the receipt or winner, which exists in any case: the delivery may have no row yet.
  await queries.query('select from receipts where id = any($1) for no key update', [
    unlocked.map(({ instantReceiptId }) => instantReceiptId),
  ]);
  await queries.query('select from winners where lucky_number_id = any($1) for no key update', [
    unlocked.map(({ luckyNumberId }) => luckyNumberId),
  ]);
  return unlocked.length > 0 ? findDeliveriesOfRows(queries, name, rows) : [];
}

/** Filters by numeric id, which has an index; `win` as text would read every row. */
function findDeliveriesOfRows(
  queries: Queries,
  { campaignId }: DeliveryName,
  [column, ids]: RowsOfWin,
): Promise<DeliveryOfWin[]> {
  return queries.query(
    `with ${winsSql}
     select wins.*, array(
       select unnest(other.former_codes || other.tracking_code) from prize_deliveries as other
       where other.lucky_number_id = wins."luckyNumberId"
         and other.campaign_prize_id <> wins."campaignPrizeId"
     ) as "codesOfOtherPrizes"
     from wins where wins."campaignId" = $1 and wins."${column}" = any($2)
     order by wins."isFormer", wins."deliveryId" desc`,
    [campaignId, ids],
  );
}

/** Call it before the win is locked, as in every change of a person's records. */
export async function lockWinnerOf(queries: Transaction, name: DeliveryName): Promise<void> {
  const [column, ids] = await findRowsOfWin(queries, name);
  const table = column === 'instantReceiptId' ? 'receipts' : 'lucky_numbers';
  await queries.query(
    `select from consumers where consumers.id in (
       select ${table}.consumer_id from ${table} where ${table}.id = any($1)
     ) order by consumers.id for no key update`,
    [ids],
  );
}

type RowsOfWin = [column: 'instantReceiptId' | 'luckyNumberId', ids: number[]];

async function findRowsOfWin(
  queries: Queries,
  { campaignId, win, engineId }: DeliveryName,
): Promise<RowsOfWin> {
  const number = parseLuckyNumber(win);
  if (!number) return ['instantReceiptId', [parseId(win)].filter((id) => id !== null)];
  const rows = await queries.query<{ id: number }>(
    `select id from lucky_numbers where campaign_id = $1 and series = $2 and number = $3::bigint
       and ($4::bigint is null or engine_id = $4)`,
    [campaignId, number.series, number.number, engineId],
  );
  return ['luckyNumberId', rows.map(({ id }) => id)];
}

export async function storeDelivery(
  queries: Queries,
  delivery: Pick<
    WonDelivery,
    | 'campaignId'
    | 'consumerId'
    | 'campaignPrizeId'
    | 'instantReceiptId'
    | 'luckyNumberId'
    | 'status'
    | 'trackingCode'
  >,
  { from, author, now }: { from: DeliveryStatus; author: string; now: Date },
): Promise<void> {
  const uniqueColumns =
    delivery.instantReceiptId === null ? 'lucky_number_id, campaign_prize_id' : 'receipt_id';
  await queries.query(
    ...named(
      `with stored as (
         insert into prize_deliveries (campaign_id, consumer_id, campaign_prize_id, receipt_id,
           lucky_number_id, status, tracking_code)
         values ($campaignId, $consumerId, $campaignPrizeId, $instantReceiptId, $luckyNumberId,
           $status, $trackingCode)
         on conflict (${uniqueColumns}) do update set status = excluded.status,
           former_codes = case when prize_deliveries.tracking_code <> coalesce(excluded.tracking_code, '')
             then array_append(prize_deliveries.former_codes, prize_deliveries.tracking_code)
             else prize_deliveries.former_codes end,
           tracking_code = excluded.tracking_code, consumer_id = excluded.consumer_id,
           campaign_prize_id = excluded.campaign_prize_id
         returning id
       )
       insert into prize_delivery_moves (delivery_id, from_status, to_status, author, at)
       select id, $from, $status, $author, $now from stored`,
      { ...delivery, from, author, now },
    ),
  );
}

interface DeliveryMove {
  from: DeliveryStatus;
  to: DeliveryStatus;
  author: string;
  at: Date;
}

export function findDeliveryMoves(
  queries: Queries,
  { deliveryId }: Pick<WonDelivery, 'deliveryId'>,
): Promise<DeliveryMove[]> {
  return queries.query(
    `select from_status as "from", to_status as "to", author, at
     from prize_delivery_moves where delivery_id = $1 order by id`,
    [deliveryId],
  );
}
