import type { Address } from '../../contract/consumer.ts';
import type { LuckyNumber } from '../../rules/rewards/lucky-numbers.ts';
import { handedOutStatuses } from '../../rules/rewards/prize-delivery.ts';
import {
  isAnyoneNamedSql,
  namedUntilSql,
  type WinnerPageRecord,
} from '../campaign/published-campaign.ts';
import {
  findOne,
  hasWritten,
  luckyNumberSql,
  named,
  type Queries,
  sqlList,
} from '../db/database.ts';
import { type EngineKey, wantRebuildSql } from '../db/queries/campaigns.ts';
import { accountedNameSql, withErasuresSql } from '../db/queries/consumers.ts';
import {
  latestMoveSql,
  type StatusSince,
  type WonDelivery,
  winsSql,
} from '../deliveries/queries.ts';

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
    `update campaign_versions as built ${wantRebuildSql}
     from campaigns join winner_pages on winner_pages.campaign_id = campaigns.id
       join draws on draws.campaign_id = campaigns.id
     where built.campaign_id = campaigns.id and built.version = campaigns.version
       and ${namedUntilSql} <= $1 and built.rebuild_taken_at < ${namedUntilSql}`,
    [now],
  );
}

/** The name in minutes and exports, also of a winner whose data were erased. */
export async function findAccountedName(queries: Queries, consumerId: number): Promise<string> {
  const row = await findOne<{ name: string }>(
    queries,
    `select ${accountedNameSql} from consumers ${withErasuresSql} where consumers.id = $1`,
    [consumerId],
  );
  return row?.name ?? '';
}
