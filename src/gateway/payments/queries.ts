import type { PersonalData } from '../../contract/personal-data.ts';
import type {
  PaymentKeyType,
  WithdrawalStatus,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import {
  findOne,
  lockUntilCommit,
  named,
  one,
  type Queries,
  type Transaction,
} from '../db/database.ts';
import { chosenPayeeSql, pixKeySql } from '../db/queries/consumers.ts';
import { type ListFilter, type ListPage, pageSql } from '../db/queries/list-filters.ts';
import {
  isOwnerDoubtedSql,
  paidKeySql,
  payableFromSql,
  withdrawalFilterSql,
  withdrawalObstacleSql,
} from '../wallets/queries.ts';

export interface Payment {
  withdrawal: number;
  status: WithdrawalStatus;
  name: string;
  document: string;
  keyType: PaymentKeyType;
  key: string;
  centavos: number;
}

const hasKeySql = `${paidKeySql} is not null`;

// Checked again once the consumers are locked, because a wallet may be blocked in between.
const payableSql = `entry.status = 'PENDING' and entry.payment_batch_id is null
  and ${hasKeySql} and ${withdrawalObstacleSql} is null
  and coalesce(${payableFromSql} <= $now::timestamptz, true)`;

const payableInFilterSql = `from cashback_entries as entry
  join consumers on consumers.id = entry.consumer_id
  where entry.type = 'WITHDRAW' and ${payableSql} and ${withdrawalFilterSql}`;

type PayableFilter = ListFilter & { now: Date };

export async function countPayable(queries: Queries, filter: PayableFilter): Promise<number> {
  const row = await one<{ count: number }>(
    queries,
    ...named(`select count(*) as count ${payableInFilterSql}`, filter),
  );
  return row.count;
}

/** Locks the owners of payable withdrawals. @returns the withdrawals' ids */
export async function lockPayable(
  queries: Transaction,
  filter: PayableFilter,
  limit: number,
): Promise<readonly number[]> {
  const payableRows = await queries.query<{ id: number; consumerId: number }>(
    ...named(
      `select entry.id, entry.consumer_id as "consumerId" ${payableInFilterSql} order by entry.id limit $limit`,
      { ...filter, limit },
    ),
  );
  await queries.query('select from consumers where id = any($1) order by id for no key update', [
    payableRows.map(({ consumerId }) => consumerId),
  ]);
  return payableRows.map(({ id }) => id);
}

/** Null, and no batch, when none of them is payable any more. */
export async function addToBatch(
  queries: Queries,
  withdrawals: readonly number[],
  { campaignId, author, now }: { campaignId: number; author: string; now: Date },
): Promise<number | null> {
  const id = await insertBatch(queries, { campaignId, author, createdAt: now });
  const addedRows = await queries.query<{ id: number }>(
    ...named(
      `update cashback_entries as entry set status = 'TRANSFER_REQUESTED', payment_batch_id = $id,
       paid_to = entry.paid_to
         || jsonb_build_object('name', consumers.name, 'document', consumers.document)
     from consumers where consumers.id = entry.consumer_id and ${payableSql}
       and entry.id = any($withdrawals::bigint[]) returning entry.id`,
      { withdrawals, id, now },
    ),
  );
  if (addedRows.length > 0) return id;
  await queries.query('delete from payment_batches where id = $1', [id]);
  return null;
}

export interface LeftOut {
  blocked: number;
  owing: number;
  /** Its Pix key replaced another, or an account, less than a day before; commands call it NEW_KEY. */
  newKey: number;
  /** Ids of the withdrawals to pay by hand: at once, or a day after the account replaced another. */
  withoutKey: number[];
  newAccount: number[];
}

/** Pending withdrawals that go into no file, each counted once, by the first reason. */
export function findLeftOut(queries: Queries, filter: PayableFilter): Promise<LeftOut> {
  return one(
    queries,
    ...named(
      `select count(*) filter (where obstacle = 'BLOCKED') as blocked,
         count(*) filter (where obstacle = 'OWES') as owing,
         count(*) filter (where obstacle is null and has_key and is_early) as "newKey",
         coalesce(array_agg(id order by id)
           filter (where obstacle is null and not has_key and not is_early), '{}') as "withoutKey",
         coalesce(array_agg(id order by id)
           filter (where obstacle is null and not has_key and is_early), '{}') as "newAccount"
       from (
         select entry.id, ${withdrawalObstacleSql} as obstacle, ${hasKeySql} as has_key,
           coalesce(${payableFromSql} > $now::timestamptz, false) as is_early
         from cashback_entries as entry join consumers on consumers.id = entry.consumer_id
         where entry.type = 'WITHDRAW' and entry.status = 'PENDING' and ${withdrawalFilterSql}
       ) as waiting`,
      filter,
    ),
  );
}

export async function findDoubtedPayees(queries: Queries, batchId: number): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    `select consumers.id from consumers where ${isOwnerDoubtedSql} and consumers.id in (
       select cashback_entries.consumer_id from cashback_entries
       where cashback_entries.payment_batch_id = $1
     ) order by consumers.id`,
    [batchId],
  );
  return rows.map(({ id }) => id);
}

/** People whose withdrawals go, or went, to a Pix key of the batch that another person has too. */
export async function findSharersOfKeys(
  queries: Queries,
  { campaignId, batchId }: { campaignId: number; batchId: number },
): Promise<{ consumers: number[] }[]> {
  return queries.query(
    `with payments as (
       select entry.consumer_id, entry.payment_batch_id,
         lower(coalesce(${paidKeySql}, ${pixKeySql})) as key
       from cashback_entries as entry join consumers on consumers.id = entry.consumer_id
       where entry.campaign_id = $1 and entry.type = 'WITHDRAW' and entry.status <> 'ERROR'
     )
     select array_agg(distinct consumer_id order by consumer_id) as consumers
     from payments where key in (select key from payments where payment_batch_id = $2)
     group by key having count(distinct consumer_id) > 1`,
    [campaignId, batchId],
  );
}

/** Not numbered by the sequence, which dry runs advance; a restore sets it past the files that the bank has. */
async function insertBatch(
  queries: Queries,
  batch: { campaignId: number; author: string; createdAt: Date },
): Promise<number> {
  await lockUntilCommit(queries, 'payment batches');
  const row = await one<{ id: number }>(
    queries,
    `insert into payment_batches (id, campaign_id, author, created_at, sha256)
     overriding system value
     select greatest(max(payment_batches.id) + 1, (select last_value from payment_batches_id_seq)),
       $1::integer, $2::text, $3::timestamptz, ''
     from payment_batches returning id`,
    [batch.campaignId, batch.author, batch.createdAt],
  );
  return row.id;
}

export async function setBatchHash(queries: Queries, id: number, sha256: string): Promise<void> {
  await queries.query('update payment_batches set sha256 = $2 where id = $1', [id, sha256]);
}

export async function findBatchHash(
  queries: Queries,
  { id, campaignId }: { id: number; campaignId: number },
): Promise<string | null> {
  const row = await findOne<{ sha256: string }>(
    queries,
    'select sha256 from payment_batches where id = $1 and campaign_id = $2',
    [id, campaignId],
  );
  return row?.sha256 ?? null;
}

export async function findWithdrawalsOfBatch(
  queries: Queries,
  { id, statuses }: { id: number; statuses: readonly WithdrawalStatus[] },
): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    `select id from cashback_entries
     where payment_batch_id = $1 and status = any($2) order by id`,
    [id, statuses],
  );
  return rows.map((row) => row.id);
}

/** OPEN while the bank has neither paid nor refused one of its withdrawals. */
export const batchStatuses = ['OPEN', 'SETTLED'] as const;

interface BatchRecord {
  id: number;
  createdAt: Date;
  author: string;
  withdrawals: number;
  centavos: number;
  waiting: number;
  paid: number;
  failed: number;
  sha256: string;
}

export function findBatches(
  queries: Queries,
  page: Pick<ListPage, 'campaignId' | 'statuses' | 'from' | 'until' | 'limit' | 'offset'>,
): Promise<BatchRecord[]> {
  return queries.query(
    ...named(
      `select * from (
         select batch.id, batch.created_at as "createdAt", batch.author, batch.sha256,
           count(entry.id) as withdrawals,
           coalesce(sum(entry.value_centavos), 0)::bigint as centavos,
           count(*) filter (where entry.status = 'TRANSFER_REQUESTED') as waiting,
           count(*) filter (where entry.status = 'SUCCESS') as paid,
           count(*) filter (where entry.status = 'ERROR') as failed
         from payment_batches as batch
           left join cashback_entries as entry on entry.payment_batch_id = batch.id
         where ($campaignId::integer is null or batch.campaign_id = $campaignId)
           and ($from::timestamptz is null or batch.created_at >= $from)
           and ($until::timestamptz is null or batch.created_at < $until)
         group by batch.id
       ) as batches
       where $statuses::text[] is null
         or case when waiting > 0 then 'OPEN' else 'SETTLED' end = any($statuses)
       order by id desc ${pageSql}`,
      page,
    ),
  );
}

/** Payees as in the file; as the person is now where `paid_to` is missing. */
export function findPayments(queries: Queries, batchId: number): Promise<Payment[]> {
  return queries.query(
    `select entry.id as withdrawal, entry.status, entry.value_centavos as centavos, payee.*
     from cashback_entries as entry join consumers on consumers.id = entry.consumer_id
       cross join jsonb_to_record(coalesce(entry.paid_to, ${chosenPayeeSql}))
         as payee (name text, document text, "keyType" text, key text)
     where entry.payment_batch_id = $1 order by entry.id`,
    [batchId],
  );
}

/** To whom the bank pays, or paid, each withdrawal of the person. */
export function findPayees(
  queries: Queries,
  consumerId: number,
): Promise<PersonalData['cashback']['payees']> {
  return queries.query(
    `select id as withdrawal, paid_to ->> 'name' as name, paid_to ->> 'document' as document,
       paid_to ->> 'keyType' as "keyType", paid_to ->> 'key' as key, paid_to ->> 'bank' as bank,
       paid_to ->> 'accountBranch' as "accountBranch",
       paid_to ->> 'accountNumber' as "accountNumber"
     from cashback_entries where consumer_id = $1 and paid_to is not null order by id desc`,
    [consumerId],
  );
}
