import type { News } from '../../contract/news.ts';
import { type LuckyNumber, reservedDivisor } from '../../rules/rewards/lucky-numbers.ts';
import {
  type AutocommitQueries,
  exists,
  findOne,
  named,
  one,
  type Queries,
} from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';

export interface LuckyNumberRecord extends LuckyNumber {
  id: number;
  receiptId: number;
  engineId: number;
  kind: 'MAIN' | 'BONUS';
  createdAt: Date;
  voidedAt: Date | null;
}

export async function insertSequence(
  queries: Queries,
  sequence: EngineKey & { commitment: string; space: number },
): Promise<void> {
  const { campaignId, engineId, commitment, space } = sequence;
  await queries.query(
    `insert into lucky_number_sequences (campaign_id, engine_id, commitment, space)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [campaignId, engineId, commitment, space],
  );
}

export async function findCommitment(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<string> {
  const sequence = await findOne<{ commitment: string }>(
    queries,
    `select commitment from lucky_number_sequences
     where campaign_id = $1 and engine_id = $2`,
    [campaignId, engineId],
  );
  if (!sequence) throw new Error(`Engine ${engineId} has no lucky numbers`);
  return sequence.commitment;
}

/**
 * Takes all counters or none. Within a transaction, other receipts wait until it ends, and a rollback
 * returns the counters. @returns the first; null if too few are left
 */
export async function advanceSequence(
  queries: AutocommitQueries,
  { campaignId, engineId, quantity, isProven }: EngineKey & { quantity: number; isProven: boolean },
): Promise<number | null> {
  const row = await findOne<{ first: number }>(
    queries,
    `update lucky_number_sequences set issued = issued + $3
     where campaign_id = $1 and engine_id = $2
       and issued + $3 <= case when $4 then space else space - space / $5 end
     returning issued - $3 as first`,
    [campaignId, engineId, quantity, isProven, reservedDivisor],
  );
  return row?.first ?? null;
}

/** Counters without a receipt, before the last one given out; in order. */
export function findUnusedCounters(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<{ first: number; quantity: number }[]> {
  return queries.query(
    `select before + 1 as first, counter - before - 1 as quantity from (
       select counter, lag(counter, 1, -1::bigint) over (order by counter) as before
       from lucky_numbers where campaign_id = $1 and engine_id = $2
     ) as issued
     where counter > before + 1 order by counter`,
    [campaignId, engineId],
  );
}

export function areCountersLeft(
  queries: Queries,
  { campaignId, engineId, quantity }: EngineKey & { quantity: number },
): Promise<boolean> {
  return exists(
    queries,
    `select from lucky_number_sequences
     where campaign_id = $1 and engine_id = $2 and issued + $3 <= space`,
    [campaignId, engineId, quantity],
  );
}

const columnsSql = `id, receipt_id as "receiptId", engine_id as "engineId", series, number, kind, created_at as "createdAt",
  voided_at as "voidedAt"`;

export interface NewLuckyNumber extends LuckyNumber {
  engineId: number;
  counter: number;
  kind: LuckyNumberRecord['kind'];
}

export function insertLuckyNumbers(
  queries: Queries,
  owner: { campaignId: number; consumerId: number; receiptId: number; createdAt: Date },
  numbers: readonly NewLuckyNumber[],
): Promise<LuckyNumberRecord[]> {
  return queries.query(
    ...named(
      `insert into lucky_numbers
         (campaign_id, consumer_id, receipt_id, created_at, engine_id, series, number, counter, kind)
       select $campaignId, $consumerId, $receiptId, $createdAt, "engineId", series, number, counter, kind
       from jsonb_to_recordset($numbers::jsonb)
         as numbers ("engineId" bigint, series integer, number integer, counter bigint, kind text)
       returning ${columnsSql}`,
      { ...owner, numbers: JSON.stringify(numbers) },
    ),
  );
}

export function findLuckyNumbers(
  queries: Queries,
  consumerId: number,
): Promise<LuckyNumberRecord[]> {
  return queries.query(
    `select ${columnsSql} from lucky_numbers where consumer_id = $1 order by id`,
    [consumerId],
  );
}

export function findLuckyNumbersOfReceipts(
  queries: Queries,
  receiptIds: readonly number[],
): Promise<LuckyNumberRecord[]> {
  return queries.query(
    `select ${columnsSql} from lucky_numbers where receipt_id = any($1::bigint[]) order by id`,
    [receiptIds],
  );
}

/** Void numbers are never deleted: they stay listed, and the draw skips them. */
export async function voidLuckyNumbers(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<VoidedNumber[]> {
  return queries.query(
    `update lucky_numbers set voided_at = $2 where receipt_id = $1 and voided_at is null
     returning receipt_id as "receiptId", engine_id as "engineId", series, number`,
    [receiptId, now],
  );
}

export type VoidedNumber = Pick<LuckyNumberRecord, 'receiptId' | 'engineId' | 'series' | 'number'>;

export interface SeriesCount {
  engineId: number;
  series: number;
  issued: number;
  voided: number;
}

/** Counts a part of a series at a time: one statement over all numbers would exceed its time limit. */
export async function countLuckyNumbers(
  queries: Queries,
  campaignId: number,
  idsPerStatement = 5_000_000,
): Promise<SeriesCount[]> {
  const { last } = await one<{ last: number | null }>(
    queries,
    'select max(id) as last from lucky_numbers',
  );
  const counts: SeriesCount[] = [];
  for (let before = 0; before < (last ?? 0); before += idsPerStatement) {
    const part = await queries.query<SeriesCount>(
      `select engine_id as "engineId", series, count(*) as issued, count(voided_at) as voided
       from lucky_numbers where campaign_id = $1 and id > $2 and id <= $3
       group by engine_id, series`,
      [campaignId, before, before + idsPerStatement],
    );
    counts.push(...part);
  }
  return counts;
}

/** Counts rows, because a sequence's counter also went on for receipts that failed. */
export async function countReceiptsAndNumbers(
  queries: Queries,
  campaignId: number,
): Promise<News['total']> {
  const { receipts } = await one<{ receipts: number }>(
    queries,
    'select count(*) as receipts from receipts where campaign_id = $1',
    [campaignId],
  );
  const series = await countLuckyNumbers(queries, campaignId);
  const luckyNumbers = series.reduce((sum, { issued }) => sum + issued, 0);
  return { receipts, luckyNumbers };
}
