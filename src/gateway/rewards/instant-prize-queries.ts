import type { Engine } from '../../contract/engines.ts';
import type { News } from '../../contract/news.ts';
import { findById } from '../../contract/primitives.ts';
import { stateField } from '../../rules/people/campaign-fields.ts';
import { isState } from '../../rules/receipts/access-key.ts';
import {
  findOne,
  lockUntilCommit,
  named,
  one,
  type Queries,
  type Transaction,
} from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';

/**
 * The states of a row of `instant_prizes`:
 * - never won: it has no `moment`, since no row holds a future one;
 * - won: it has a `receipt_id`; once it also has `handed_out_at`, it cannot be freed;
 * - freed: it has no `receipt_id`, and can be won again from `free_from` on, or never;
 * - until the log declares that, `consumer_id` is the former winner, among whose wins it counts.
 */
const isFreeSql = 'instant_prizes.receipt_id is null';
const isFreeInLogSql = 'instant_prizes.consumer_id is null';
const isUndeclaredSql = `${isFreeSql} and not ${isFreeInLogSql}`;

export interface PrizeClaim extends EngineKey {
  receiptId: number;
  consumerId: number;
  maxWinsPerPerson: number | null;
  /** The shop, if only one of its receipts may win; else null. */
  shopWithOneWin: string | null;
  now: Date;
}

export interface WonPrize {
  index: number;
  moment: Date;
  campaignPrizeId: number;
  proof: string[];
  /** The denied receipt that had won the prize before. */
  freedReceiptId: number | null;
}

export interface DuePrize {
  index: number;
  moment: string;
}

/**
 * Makes other receipts of the shop wait, so that two at once cannot both win where one may.
 * The lock's name has the wire's word for a shop: gateways of earlier versions take it too.
 */
export function lockShop(queries: Transaction, shop: string): Promise<void> {
  return lockUntilCommit(queries, `establishment ${shop}`);
}

/** The limit in the campaign's newest version. Until the commit no newer one can lower it. */
export async function lockMaxWins(
  queries: Transaction,
  { campaignId, engineId }: EngineKey,
): Promise<number | null> {
  const row = await findOne<{ engines: Engine[] }>(
    queries,
    `select snapshot -> 'campaign' -> 'engines' as engines from campaigns where id = $1 for share`,
    [campaignId],
  );
  return findById(row?.engines ?? [], engineId)?.details.maxRewardsByConsumer ?? null;
}

/** @param due the moments of prizes that were never won */
export function claimEarliestPrize(
  queries: Queries,
  claim: PrizeClaim,
  due: readonly DuePrize[],
): Promise<WonPrize | null> {
  // Looked up by key: searching a long array for each row takes longer than a call may.
  const dueMomentSql = '($dueMoments::jsonb ->> instant_prizes.position::text)::timestamptz';
  return findOne<WonPrize>(
    queries,
    ...named(
      `update instant_prizes set receipt_id = $receiptId, consumer_id = $consumerId, won_at = $now,
         moment = coalesce(instant_prizes.moment, ${dueMomentSql})
       where (instant_prizes.campaign_id, instant_prizes.engine_id, instant_prizes.position) = (
         select instant_prizes.campaign_id, instant_prizes.engine_id, instant_prizes.position
         from instant_prizes
         where instant_prizes.campaign_id = $campaignId and instant_prizes.engine_id = $engineId
           and ${isFreeSql}
           and (instant_prizes.free_from is null or instant_prizes.free_from <= $now)
           and (instant_prizes.moment <= $now or (
             instant_prizes.moment is null and $dueMoments::jsonb ? instant_prizes.position::text
           ))
           and ($maxWinsPerPerson::integer is null or $maxWinsPerPerson > (
             select count(*) from instant_prizes as won
             where won.consumer_id = $consumerId and won.campaign_id = $campaignId
               and won.engine_id = $engineId
           ))
           and ($shopWithOneWin::text is null or not exists (
             select from instant_prizes as won join receipts on receipts.id = won.receipt_id
             where won.campaign_id = $campaignId and won.engine_id = $engineId
               and receipts.shop = $shopWithOneWin
           ))
         order by coalesce(instant_prizes.moment, ${dueMomentSql}), instant_prizes.position limit 1
         for update skip locked
       )
       returning instant_prizes.position as index, instant_prizes.moment,
         instant_prizes.campaign_prize_id as "campaignPrizeId", instant_prizes.proof,
         instant_prizes.freed_receipt_id as "freedReceiptId"`,
      {
        ...claim,
        dueMoments: JSON.stringify(
          Object.fromEntries(due.map(({ index, moment }) => [index, moment])),
        ),
      },
    ),
  );
}

export async function insertInstantPrizes(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
  prizes: readonly { index: number; campaignPrizeId: number; proof: readonly string[] }[],
): Promise<void> {
  await queries.query(
    `insert into instant_prizes (campaign_id, engine_id, position, campaign_prize_id, proof)
     select $1, $2, index, "campaignPrizeId", proof
     from jsonb_to_recordset($3::jsonb)
       as prizes (index integer, "campaignPrizeId" bigint, proof text[])`,
    [campaignId, engineId, JSON.stringify(prizes)],
  );
}

/** The period of the commitments, whatever later versions of the campaign say. */
export async function findScheduleWindow(
  queries: Queries,
  campaignId: number,
): Promise<{ startsAt: string; endsAt: string }> {
  const window = await findOne<{ startsAt: string; endsAt: string }>(
    queries,
    `select snapshot -> 'campaign' ->> 'startsAt' as "startsAt",
       snapshot -> 'campaign' ->> 'endsAt' as "endsAt"
     from campaign_versions where campaign_id = $1 and version = 1`,
    [campaignId],
  );
  if (!window) throw new Error(`Campaign ${campaignId} has no first version`);
  return window;
}

export async function countScheduled(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<number> {
  const row = await one<{ prizes: number }>(
    queries,
    'select count(*) as prizes from instant_prizes where campaign_id = $1 and engine_id = $2',
    [campaignId, engineId],
  );
  return row.prizes;
}

export function countPrizesByKind(
  queries: Queries,
  campaignId: number,
): Promise<News['instantPrizes']> {
  return queries.query(
    `select campaign_prize_id as "campaignPrizeId", count(*) as total,
       count(*) filter (where ${isFreeInLogSql}) as left
     from instant_prizes where campaign_id = $1
     group by campaign_prize_id order by campaign_prize_id`,
    [campaignId],
  );
}

export function countPrizesByEngine(
  queries: Queries,
  campaignId: number,
): Promise<{ engineId: number; total: number; left: number }[]> {
  return queries.query(
    `select engine_id as "engineId", count(*) as total,
       count(*) filter (where ${isFreeInLogSql}) as left
     from instant_prizes where campaign_id = $1 group by engine_id`,
    [campaignId],
  );
}

/** Rounded to the hour, with only the winner's state. Null until a prize is won. */
export async function findLastWin(
  queries: Queries,
  campaignId: number,
): Promise<{ at: Date; state: string | null } | null> {
  const row = await findOne<{ at: Date; state: string | null }>(
    queries,
    `select date_trunc('hour', instant_prizes.won_at) as at,
       coalesce(
         consumers.address ->> 'state',
         jsonb_path_query_first(
           consumers.additional_fields, '$[*] ? (@.key == "${stateField}").value'
         ) #>> '{}'
       ) as state
     from instant_prizes join consumers on consumers.id = instant_prizes.consumer_id
     where instant_prizes.campaign_id = $1 and not ${isFreeSql}
     order by instant_prizes.won_at desc limit 1`,
    [campaignId],
  );
  if (!row) return null;
  // Delivery addresses accept any text as a state, and this one is shown to all visitors.
  return { at: row.at, state: row.state !== null && isState(row.state) ? row.state : null };
}

export async function findEverWon(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
  indexes: readonly number[],
): Promise<number[]> {
  const rows = await queries.query<{ index: number }>(
    `select position as index from instant_prizes
     where campaign_id = $1 and engine_id = $2 and position = any($3::integer[])
       and moment is not null`,
    [campaignId, engineId, indexes],
  );
  return rows.map(({ index }) => index);
}

/** Can be won from a random later moment on, not at once by the person who had it freed. @returns the campaign, if any */
export async function freeInstantPrize(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<number | null> {
  const row = await findOne<{ campaignId: number }>(
    queries,
    `update instant_prizes set receipt_id = null, won_at = null, freed_receipt_id = $1,
       free_from = case when ends_at > $2::timestamptz
         then $2 + random() * (ends_at - $2) else 'infinity' end
     from (
       select id, (snapshot -> 'campaign' ->> 'endsAt')::timestamptz as ends_at from campaigns
     ) as campaign
     where campaign.id = instant_prizes.campaign_id and instant_prizes.receipt_id = $1
       and instant_prizes.handed_out_at is null and not exists (
         select from prize_deliveries
         where prize_deliveries.receipt_id = $1 and prize_deliveries.status = 'EXPIRED'
       )
     returning instant_prizes.campaign_id as "campaignId"`,
    [receiptId, now],
  );
  return row?.campaignId ?? null;
}

export interface FreedPrize {
  engineId: number;
  index: number;
  receiptId: number;
}

/** Marks freed prizes as declared. @returns those that were not before */
export function declareFreedPrizeRows(queries: Queries, campaignId: number): Promise<FreedPrize[]> {
  return queries.query(
    `update instant_prizes set consumer_id = null
     where campaign_id = $1 and ${isUndeclaredSql}
     returning engine_id as "engineId", position as index, freed_receipt_id as "receiptId"`,
    [campaignId],
  );
}

export async function findWonPrizeId(queries: Queries, receiptId: number): Promise<number | null> {
  const row = await findOne<{ campaignPrizeId: number }>(
    queries,
    'select campaign_prize_id as "campaignPrizeId" from instant_prizes where receipt_id = $1',
    [receiptId],
  );
  return row?.campaignPrizeId ?? null;
}

/** Keeps the earliest time. @param handedOutAt null for a prize that was returned */
export async function markHandedOut(
  queries: Queries,
  { receiptId, handedOutAt }: { receiptId: number; handedOutAt: Date | null },
): Promise<void> {
  await queries.query(
    `update instant_prizes set handed_out_at = case
       when $2::timestamptz is not null then coalesce(handed_out_at, $2) end
     where receipt_id = $1`,
    [receiptId, handedOutAt],
  );
}
