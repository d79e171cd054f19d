import type { Address } from '../../contract/consumer.ts';
import type { LuckyNumber } from '../../rules/rewards/lucky-numbers.ts';
import { handedOutStatuses } from '../../rules/rewards/prize-delivery.ts';
import {
  isAnyoneNamedSql,
  namedUntilSql,
  type WinnerPageRecord,
} from '../campaign/published-campaign.ts';
import { findOne, hasWritten, named, type Queries, sqlList } from '../db/database.ts';
import { type EngineKey, luckyNumberSql, wantRebuildSql } from '../db/queries/campaigns.ts';
import { accountedNameSql, withErasuresSql } from '../db/queries/consumers.ts';
import {
  latestMoveSql,
  type StatusSince,
  type WonDelivery,
  winsSql,
} from '../deliveries/queries.ts';
import { type Mailing, startMailing } from '../emails/mailings.ts';
import { emailKeySql, hasEmailKeySql, insertEmailsSql } from '../emails/queue-email.ts';

/** Name and document are pseudonyms once the person was erased. */
export interface NamedWinner extends LuckyNumber {
  engineId: number;
  campaignPrizeId: number;
  isErased: boolean;
  name: string;
  document: string;
  city: string | null;
}

export function findNamedWinners(queries: Queries, campaignId: number): Promise<NamedWinner[]> {
  return queries.query(
    `select winners.engine_id as "engineId", winners.campaign_prize_id as "campaignPrizeId",
       lucky_numbers.series, lucky_numbers.number,
       consumers.erased_at is not null as "isErased", consumers.name, consumers.document,
       winners.city
     from winners join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
       join consumers on consumers.id = winners.consumer_id
     where winners.campaign_id = $1 order by winners.engine_id, winners.position`,
    [campaignId],
  );
}

/** Locks the people, so that an erasure at the same time waits, and then removes the city too. */
export async function copyWinnersCities(queries: Queries, campaignId: number): Promise<void> {
  await queries.query(
    `with people as (
       select consumers.id, consumers.address from consumers where consumers.erased_at is null
         and consumers.id in (
           select winners.consumer_id from winners where winners.campaign_id = $1
         )
       order by consumers.id for share
     )
     update winners set city = people.address ->> 'city' from people
     where people.id = winners.consumer_id and winners.campaign_id = $1`,
    [campaignId],
  );
}

export interface AccountedWinner extends LuckyNumber {
  engineId: number;
  campaignPrizeId: number;
  name: string;
  document: string;
  phone: string;
  email: string;
  address: Address | null;
  identifier: string;
  cnpj: string;
  purchaseDate: string;
  totalCentavos: number;
}

export function findAccountedWinners(
  queries: Queries,
  campaignId: number,
): Promise<AccountedWinner[]> {
  return queries.query(
    `select winners.engine_id as "engineId", winners.campaign_prize_id as "campaignPrizeId",
       lucky_numbers.series, lucky_numbers.number,
       ${accountedNameSql}, consumers.phone, consumers.address, receipts.identifier, receipts.cnpj,
       receipts.purchase_date as "purchaseDate", receipts.total_centavos as "totalCentavos"
     from winners join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
       join receipts on receipts.id = lucky_numbers.receipt_id
       join consumers on consumers.id = winners.consumer_id
       ${withErasuresSql}
     where winners.campaign_id = $1 order by winners.engine_id, winners.position`,
    [campaignId],
  );
}

export async function queueDrawResults(
  queries: Queries,
  mailing: Mailing<'DRAW_RESULT'>,
  limit: number,
): Promise<number | null> {
  const { campaignId, content, now } = mailing;
  const consumerIds = await lockNextRecipients(queries, mailing, limit);
  const last = consumerIds.at(-1) ?? null;
  if (last === null) return null;
  const recipients = { campaignId, engineId: content.engineId, consumerIds, now };
  await queueCongratulations(queries, recipients);
  await queueCorrections(queries, recipients);
  await queueThanks(queries, recipients);
  return last;
}

/** Locked, so that an erasure comes before, and they get nothing, or finds their email queued. */
async function lockNextRecipients(
  queries: Queries,
  { campaignId, content: { engineId }, afterConsumerId }: Mailing<'DRAW_RESULT'>,
  limit: number,
): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    ...named(
      `select consumers.id from consumers
       where consumers.campaign_id = $campaignId and consumers.id > $afterConsumerId
         and consumers.erased_at is null and exists (
         select from lucky_numbers
         where lucky_numbers.consumer_id = consumers.id and lucky_numbers.engine_id = $engineId
           and lucky_numbers.voided_at is null
       )
       order by consumers.id limit $limit for share`,
      { campaignId, engineId, afterConsumerId, limit },
    ),
  );
  return rows.map(({ id }) => id);
}

type ResultRecipients = EngineKey & { consumerIds: readonly number[]; now: Date };

const engineIdSql = '$engineId::bigint';
const isRecipientSql = 'recipients.id = any($consumerIds::bigint[])';
const winsThisDrawSql = `winners.consumer_id = recipients.id
  and winners.campaign_id = $campaignId and winners.engine_id = $engineId`;

/** One email per prize; again, if a correction took a prize from this person and gives it back. */
async function queueCongratulations(queries: Queries, recipients: ResultRecipients): Promise<void> {
  const lastCorrectionSql = `(select max(emails.id) from emails
    where emails.consumer_id = recipients.id and ${hasEmailKeySql('draw-corrected', engineIdSql)})`;
  const parts = [engineIdSql, 'winners.lucky_number_id', 'winners.position', lastCorrectionSql];
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_WON',
           jsonb_build_object('prizeId', winners.campaign_prize_id, 'number', ${luckyNumberSql}),
           ${emailKeySql('draw-won', ...parts)}, $now::timestamptz, $now
         from consumers as recipients join winners on ${winsThisDrawSql}
           join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
         where ${isRecipientSql} order by recipients.id`,
      ),
      recipients,
    ),
  );
}

/** To people congratulated before a correction who do not win now; a prize passed on has its own email. */
async function queueCorrections(queries: Queries, recipients: ResultRecipients): Promise<void> {
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_CORRECTED', '{}'::jsonb,
           ${emailKeySql('draw-corrected', engineIdSql, 'recipients.id', 'congratulated.id')},
           $now::timestamptz, $now
         from consumers as recipients
           join draws on draws.campaign_id = $campaignId and draws.engine_id = $engineId
           cross join lateral (
             select max(emails.id) as id, max(emails.created_at) as at from emails
             where emails.consumer_id = recipients.id and ${hasEmailKeySql('draw-won', engineIdSql)}
           ) as congratulated
         where ${isRecipientSql} and congratulated.at < draws.made_at
           and not exists (select from winners where ${winsThisDrawSql})
           and not exists (
             select from prize_delivery_moves as moves
               join prize_deliveries as delivery on delivery.id = moves.delivery_id
               join lucky_numbers on lucky_numbers.id = delivery.lucky_number_id
             where delivery.consumer_id = recipients.id and lucky_numbers.engine_id = $engineId
               and moves.to_status = 'PASSED_ON' and moves.at >= draws.made_at
           )
         order by recipients.id`,
      ),
      recipients,
    ),
  );
}

/** Not to winners of any draw, nor to people who were ever congratulated or disqualified. */
async function queueThanks(queries: Queries, recipients: ResultRecipients): Promise<void> {
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_THANKS', '{}'::jsonb,
           ${emailKeySql('draw-thanks', engineIdSql, 'recipients.id')}, $now::timestamptz, $now
         from consumers as recipients
         where ${isRecipientSql}
           and not exists (select from winners where winners.consumer_id = recipients.id)
           and not exists (select from emails where emails.consumer_id = recipients.id
             and emails.kind in ('DRAW_WON', 'WINNER_DISQUALIFIED'))
         order by recipients.id`,
      ),
      recipients,
    ),
  );
}

/** A draw is published by its first result mailing: others of the campaign may still wait for theirs. */
export async function findDrawsWithMailedResult(
  queries: Queries,
  campaignId: number,
): Promise<ReadonlySet<number>> {
  const rows = await queries.query<{ engineId: number }>(
    `select distinct (data ->> 'engineId')::bigint as "engineId" from mailings
     where campaign_id = $1 and kind = 'DRAW_RESULT'`,
    [campaignId],
  );
  return new Set(rows.map(({ engineId }) => engineId));
}

/** Sends a published result again after a change: who was congratulated by mistake hears of it. */
export async function mailChangedResult(
  queries: Queries,
  { campaignId, engineId, now }: EngineKey & { now: Date },
): Promise<void> {
  if (!(await findDrawsWithMailedResult(queries, campaignId)).has(engineId)) return;
  await startMailing(queries, { campaignId, content: { kind: 'DRAW_RESULT', engineId }, now });
}

export function findDrawDeliveries(
  queries: Queries,
  campaignId: number,
): Promise<(StatusSince & { engineId: number })[]> {
  return queries.query(
    `with ${winsSql}
     select wins."engineId", wins.status, latest_move.at as "movedAt"
     from wins ${latestMoveSql}
     where wins."campaignId" = $1 and wins.kind = 'DRAW'`,
    [campaignId],
  );
}

/** Prizes sent to people who do not win them in the corrected draw. */
export function findMissentPrizes(
  queries: Queries,
  { campaignId, engineId }: EngineKey,
): Promise<Pick<WonDelivery, 'win' | 'campaignPrizeId' | 'status'>[]> {
  return queries.query(
    `select ${luckyNumberSql} as win, delivery.campaign_prize_id as "campaignPrizeId",
       delivery.status
     from prize_deliveries as delivery
       join lucky_numbers on lucky_numbers.id = delivery.lucky_number_id
     where delivery.campaign_id = $1 and lucky_numbers.engine_id = $2
       and delivery.status in (${sqlList(handedOutStatuses)})
       and not exists (select from winners where winners.lucky_number_id = lucky_numbers.id
         and winners.campaign_prize_id = delivery.campaign_prize_id)
     order by delivery.id`,
    [campaignId, engineId],
  );
}

export async function storeWinnerPage(
  queries: Queries,
  campaignId: number,
  { type, names, publishedAt }: WinnerPageRecord,
): Promise<void> {
  await queries.query(
    `insert into winner_pages (campaign_id, type, names, published_at) values ($1, $2, $3, $4)
     on conflict (campaign_id) do update
       set type = excluded.type, names = excluded.names, published_at = excluded.published_at`,
    [campaignId, type, names, publishedAt],
  );
}

export function deleteWinnerPage(queries: Queries, campaignId: number): Promise<boolean> {
  return hasWritten(
    queries,
    'delete from winner_pages where campaign_id = $1 returning campaign_id',
    [campaignId],
  );
}

export function findWinnerPage(
  queries: Queries,
  campaignId: number,
  now: Date,
): Promise<WinnerPageRecord | null> {
  return findOne<WinnerPageRecord>(
    queries,
    ...named(
      `select type, names, published_at as "publishedAt" from winner_pages
       where campaign_id = $campaignId and ${isAnyoneNamedSql}`,
      { campaignId, now },
    ),
  );
}

/** Has sites built again that were built while a draw's winners were still named. */
export async function rebuildWithoutPastWinners(queries: Queries, now: Date): Promise<void> {
  await queries.query(
    `update campaign_versions as built set ${wantRebuildSql}
     from campaigns join winner_pages on winner_pages.campaign_id = campaigns.id
       join draws on draws.campaign_id = campaigns.id
     where built.campaign_id = campaigns.id and built.version = campaigns.version
       and ${namedUntilSql} <= $1 and built.rebuild_taken_at < ${namedUntilSql}`,
    [now],
  );
}

/** As minutes and exports have it, also of a winner who was erased. */
export async function findAccountedName(queries: Queries, consumerId: number): Promise<string> {
  const row = await findOne<{ name: string }>(
    queries,
    `select ${accountedNameSql} from consumers ${withErasuresSql} where consumers.id = $1`,
    [consumerId],
  );
  return row?.name ?? '';
}
