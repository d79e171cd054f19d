import type { LuckyNumber } from '../../rules/lucky-numbers.ts';
import type { Queries } from '../db/database.ts';

export function countInstantPrizes(
  queries: Queries,
  campaignId: number,
): Promise<{ engineId: number; total: number; left: number }[]> {
  return queries.query(
    `select engine_id as "engineId", count(*) as total,
       count(*) filter (where receipt_id is null) as left
     from instant_prizes where campaign_id = $1 group by engine_id`,
    [campaignId],
  );
}

interface ShownWinner extends LuckyNumber {
  engineId: number;
  pseudonym: string;
}

export function findShownWinners(queries: Queries, campaignId: number): Promise<ShownWinner[]> {
  return queries.query(
    `select winners.engine_id as "engineId", series, number, pseudonym
     from winners join lucky_numbers on lucky_numbers.id = lucky_number_id
       join consumers on consumers.id = winners.consumer_id
     where winners.campaign_id = $1 order by winners.engine_id, position`,
    [campaignId],
  );
}

export interface LedgerPlace {
  engineId: number;
  position: number;
}

export interface ListedNumber extends LedgerPlace {
  series: number;
  number: number;
  voidedAt: Date | null;
}

export function findListedNumbers(
  queries: Queries,
  { campaignId, after, limit }: { campaignId: number; after: LedgerPlace; limit: number },
): Promise<ListedNumber[]> {
  return queries.query(
    `select engine_id as "engineId", counter as position, series, number, voided_at as "voidedAt"
     from lucky_numbers where campaign_id = $1 and (engine_id, counter) > ($2, $3)
     order by engine_id, counter limit $4`,
    [campaignId, after.engineId, after.position, limit],
  );
}

export interface ListedPrize extends LedgerPlace {
  moment: Date | null;
  campaignPrizeId: number;
}

export function findListedPrizes(
  queries: Queries,
  { campaignId, after, limit }: { campaignId: number; after: LedgerPlace; limit: number },
): Promise<ListedPrize[]> {
  return queries.query(
    `select engine_id as "engineId", position, moment, campaign_prize_id as "campaignPrizeId"
     from instant_prizes where campaign_id = $1 and (engine_id, position) > ($2, $3)
     order by engine_id, position limit $4`,
    [campaignId, after.engineId, after.position, limit],
  );
}
