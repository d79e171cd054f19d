import {
  newKeyHoldHours,
  type PaymentKeyType,
  type WithdrawalStatus,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import { findOne, named, one, type Queries, type Transaction } from '../db/database.ts';
import { chosenPayeeSql, isOfIdentitySql, payeeReplacedAtSql } from '../db/queries/consumers.ts';
import { inFilter, type ListPage, pageSql } from '../db/queries/list-filters.ts';
import { creditedSql, endedWithdrawalsSql } from '../db/queries/status-groups.ts';

interface CashbackEntry {
  id: number;
  type: 'CREDIT' | 'WITHDRAW' | 'REVERSAL';
  status: WithdrawalStatus;
  valueCentavos: number;
  createdAt: Date;
  /** The type of the key, because eleven digits may be a CPF or a phone. */
  paymentKeyType: PaymentKeyType | null;
  paymentKey: string | null;
  payableFrom: Date | null;
  batch: number | null;
}

/** Credits a receipt once, also when called again. @returns centavos */
export async function creditCashback(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<number> {
  return writtenCentavos(
    await queries.query(
      `insert into cashback_entries
         (campaign_id, consumer_id, receipt_id, type, status, value_centavos, created_at)
       select receipts.campaign_id, receipts.consumer_id, receipts.id, 'CREDIT', 'SUCCESS',
         sum(engine_orders.cashback_centavos), $2
       from receipts join engine_orders on engine_orders.receipt_id = receipts.id
       where receipts.id = $1 and engine_orders.cashback_centavos > 0
       group by receipts.id
       on conflict do nothing
       returning value_centavos as centavos`,
      [receiptId, now],
    ),
  );
}

/** Takes a receipt's credit back, though the balance may become negative. @returns centavos */
export async function reverseCashback(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<number> {
  return writtenCentavos(
    await queries.query(
      `insert into cashback_entries
         (campaign_id, consumer_id, receipt_id, type, status, value_centavos, created_at)
       select campaign_id, consumer_id, receipt_id, 'REVERSAL', 'SUCCESS', value_centavos, $2
       from cashback_entries where receipt_id = $1 and type = 'CREDIT'
       on conflict do nothing
       returning value_centavos as centavos`,
      [receiptId, now],
    ),
  );
}

function writtenCentavos([row]: readonly { centavos: number }[]): number {
  return row?.centavos ?? 0;
}

const signedCentavosSql = `case when entry.type = 'CREDIT'
  then entry.value_centavos else -entry.value_centavos end`;

/** A withdrawal that failed leaves the balance as it was. */
const countsInBalanceSql = "entry.status <> 'ERROR'";

function cashbackBalanceSql(consumerSql: string): string {
  return `(
  select coalesce(sum(${signedCentavosSql}), 0)::bigint from cashback_entries as entry
  where entry.consumer_id = ${consumerSql} and ${countsInBalanceSql}
)`;
}

function pointsBalanceSql(consumerSql: string): string {
  return `(
  select coalesce(sum(points_entries.points), 0)::bigint from points_entries
  where points_entries.consumer_id = ${consumerSql}
)`;
}

export async function sumCashbackWallet(queries: Queries, consumerId: number): Promise<number> {
  const row = await one<{ balance: number }>(
    queries,
    ...named(`select ${cashbackBalanceSql('$consumerId')} as balance`, { consumerId }),
  );
  return row.balance;
}

/** In a statement over `cashback_entries as entry`; null for a key or account that was not new. */
export const payableFromSql = `(entry.paid_to ->> 'payableFrom')::timestamptz`;

/** Stores today's Pix key and account with it, so that one set later, perhaps by a thief, gets nothing. */
export function insertWithdrawal(
  queries: Queries,
  withdrawal: { campaignId: number; consumerId: number; now: Date },
): Promise<{ id: number; centavos: number } | null> {
  return findOne<{ id: number; centavos: number }>(
    queries,
    ...named(
      `with wallet as (
         select ${cashbackBalanceSql('$consumerId')} as balance
       ), payee as (
         select ${chosenPayeeSql} as chosen, ${payeeReplacedAtSql} + interval '${newKeyHoldHours} hours' as "payableFrom"
         from consumers where consumers.id = $consumerId
       )
       insert into cashback_entries
         (campaign_id, consumer_id, type, status, value_centavos, created_at, paid_to)
       select $campaignId, $consumerId, 'WITHDRAW', 'PENDING', wallet.balance, $now,
         payee.chosen || case when payee."payableFrom" > $now::timestamptz
           then jsonb_build_object('payableFrom', payee."payableFrom") else '{}' end
       from wallet cross join payee where wallet.balance > 0
       returning id, value_centavos as centavos`,
      withdrawal,
    ),
  );
}

export function findCashbackEntries(
  queries: Queries,
  consumerId: number,
): Promise<CashbackEntry[]> {
  return queries.query(
    `select entry.id, entry.type, entry.status, entry.value_centavos as "valueCentavos",
       entry.created_at as "createdAt",
       ${paidKeyTypeSql} as "paymentKeyType", ${paidKeySql} as "paymentKey",
       ${payableFromSql} as "payableFrom", entry.payment_batch_id as batch
     from cashback_entries as entry where consumer_id = $1 order by entry.id desc`,
    [consumerId],
  );
}

/** In centavos, for a statement over `consumers`. */
export const cashbackOfConsumerSql = cashbackBalanceSql('consumers.id');

export const pointsOfConsumerSql = pointsBalanceSql('consumers.id');

/** BLOCKED: the wallet; OWES: a receipt was denied after its cashback was spent. */
export type WalletObstacle = 'BLOCKED' | 'OWES';

/** In a statement over `consumers`; null when nothing holds a withdrawal back. */
export const withdrawalObstacleSql = `case when consumers.wallet_status <> 'ACTIVE' then 'BLOCKED'
  when ${cashbackOfConsumerSql} < 0 then 'OWES' end`;

/** In a statement over `consumers`: whether the tax office doubts a credited receipt of the person. */
export const isOwnerDoubtedSql = `exists (select from receipts
  where receipts.consumer_id = consumers.id and receipts.open_doubts <> '{}'
    and receipts.status in (${creditedSql}))`;

export async function findPendingWithdrawals(
  queries: Queries,
  identityId: string,
  requestedBefore: Date | null,
): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    ...named(
      `select entry.id from cashback_entries as entry
         join consumers on consumers.id = entry.consumer_id
       where ${isOfIdentitySql} and entry.type = 'WITHDRAW' and entry.status = 'PENDING'
         and ($requestedBefore::timestamptz is null or entry.created_at < $requestedBefore)
       order by entry.id`,
      { identityId, requestedBefore },
    ),
  );
  return rows.map(({ id }) => id);
}

export async function findPendingPaidTo(
  queries: Queries,
  { consumerId, key }: { consumerId: number; key: string },
): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    `select id from cashback_entries where consumer_id = $1 and type = 'WITHDRAW'
       and status = 'PENDING' and paid_to ->> 'key' = $2 order by id`,
    [consumerId, key],
  );
  return rows.map(({ id }) => id);
}

export interface LockedWithdrawal {
  status: WithdrawalStatus;
  /** The file for the bank that it is in. */
  batch: number | null;
  obstacle: WalletObstacle | null;
  campaignId: number;
  consumerId: number;
  isErased: boolean;
  centavos: number;
}

/** Call it with the owner locked, whose wallet status and balance decide on the obstacle. */
export function lockWithdrawal(queries: Transaction, id: number): Promise<LockedWithdrawal | null> {
  return findOne<LockedWithdrawal>(
    queries,
    `select entry.status, entry.payment_batch_id as batch, ${withdrawalObstacleSql} as obstacle,
       entry.campaign_id as "campaignId", entry.consumer_id as "consumerId",
       consumers.erased_at is not null as "isErased", entry.value_centavos as centavos
     from cashback_entries as entry join consumers on consumers.id = entry.consumer_id
     where entry.id = $1 and entry.type = 'WITHDRAW' for no key update of entry`,
    [id],
  );
}

export async function setWithdrawalStatus(
  queries: Queries,
  { id, to }: { id: number; to: WithdrawalStatus },
): Promise<void> {
  await queries.query('update cashback_entries set status = $2 where id = $1', [id, to]);
}

interface WithdrawalRecord extends CashbackEntry {
  consumerId: number;
  consumerName: string;
  obstacle: WalletObstacle | null;
  /** False once the withdrawal is settled. */
  isOwnerDoubted: boolean;
  account: string | null;
}

export const paidKeySql = "entry.paid_to ->> 'key'";
export const paidKeyTypeSql = "entry.paid_to ->> 'keyType'";

export const withdrawalFilterSql = inFilter({
  campaign: 'entry.campaign_id',
  status: 'entry.status',
  key: `lower(${paidKeySql})`,
  at: 'entry.created_at',
});

export function findWithdrawals(
  queries: Queries,
  page: ListPage & Pick<WithdrawalRecord, 'batch'>,
): Promise<WithdrawalRecord[]> {
  return queries.query(
    ...named(
      `select entry.id, entry.type, entry.status, entry.value_centavos as "valueCentavos",
         entry.created_at as "createdAt", entry.consumer_id as "consumerId",
         consumers.name as "consumerName",
         ${paidKeyTypeSql} as "paymentKeyType", ${paidKeySql} as "paymentKey",
         ${payableFromSql} as "payableFrom",
         entry.paid_to ->> 'bank' || ' / ' || (entry.paid_to ->> 'accountBranch') || ' / '
           || (entry.paid_to ->> 'accountNumber') as account,
         entry.payment_batch_id as batch,
         case entry.status when 'PENDING' then ${withdrawalObstacleSql} end as obstacle,
         entry.status not in (${endedWithdrawalsSql})
           and ${isOwnerDoubtedSql} as "isOwnerDoubted"
       from cashback_entries as entry join consumers on consumers.id = entry.consumer_id
       where entry.type = 'WITHDRAW' and ${withdrawalFilterSql}
         and ($batch::bigint is null or entry.payment_batch_id = $batch)
       order by entry.id desc ${pageSql}`,
      page,
    ),
  );
}

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
    ...named(`select ${pointsBalanceSql('$consumerId')} as balance`, { consumerId }),
  );
  return row.balance;
}

/** People who spent rewards of a receipt that was denied later. */
export function findNegativeWallets(
  queries: Queries,
  campaignId: number | null,
): Promise<{ id: number; name: string; centavos: number; points: number }[]> {
  return queries.query(
    `with cashback_balances as (
       select entry.consumer_id, sum(${signedCentavosSql}) as centavos
       from cashback_entries as entry where ${countsInBalanceSql} group by entry.consumer_id
     ), points_balances as (
       select consumer_id, sum(points) as points from points_entries group by consumer_id
     )
     select consumers.id, consumers.name,
       coalesce(cashback_balances.centavos, 0)::bigint as centavos,
       coalesce(points_balances.points, 0)::bigint as points
     from consumers
     left join cashback_balances on cashback_balances.consumer_id = consumers.id
     left join points_balances on points_balances.consumer_id = consumers.id
     where (cashback_balances.centavos < 0 or points_balances.points < 0)
       and ($1::integer is null or consumers.campaign_id = $1)
     order by consumers.id`,
    [campaignId],
  );
}
