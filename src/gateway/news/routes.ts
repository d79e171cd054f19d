import { getNews, type News } from '../../contract/news.ts';
import { campaignPhase } from '../../rules/campaign/campaign-phase.ts';
import { isState } from '../../rules/receipts/access-key.ts';
import type { Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { memoize } from '../memoize.ts';

/** The database is read at most once in this time, however many people open the home page. */
const readEveryMs = 10_000;

const publicSeconds = 30;

/** The totals no longer grow once they are shown, and to count millions takes long. */
const countEveryMs = 600_000;

export function newsRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId, now } = gateway;
  const count = memoize(() => countAll(database, campaignId), { now, milliseconds: countEveryMs });
  const readNews = memoize(
    async (): Promise<News> => {
      const isOver = campaignPhase(gateway.snapshot.campaign, now()) === 'over';
      const [instantPrizes, won, total] = await Promise.all([
        countWaitingPrizes(database, campaignId),
        findLastWin(database, campaignId),
        isOver ? count() : null,
      ]);
      const lastWin = won && { at: won.at.toISOString(), state: won.state };
      return { instantPrizes, lastWin, total };
    },
    { now, milliseconds: readEveryMs },
  );
  route(app, gateway, getNews, readNews, { cacheSeconds: publicSeconds });
}

function countWaitingPrizes(queries: Queries, campaignId: number): Promise<News['instantPrizes']> {
  return queries.query(
    `select campaign_prize_id as "campaignPrizeId", count(*) as total,
       count(*) filter (where consumer_id is null) as left
     from instant_prizes where campaign_id = $1
     group by campaign_prize_id order by campaign_prize_id`,
    [campaignId],
  );
}

async function countAll(queries: Queries, campaignId: number): Promise<News['total']> {
  const [total] = await queries.query<NonNullable<News['total']>>(
    `select
       (select count(*) from receipts where campaign_id = $1) as receipts,
       (select coalesce(sum(issued), 0) from lucky_number_sequences where campaign_id = $1)::bigint
         as "luckyNumbers"`,
    [campaignId],
  );
  return total;
}

/** Rounded to the hour, with only the winner's state. Null until a prize is won. */
async function findLastWin(
  queries: Queries,
  campaignId: number,
): Promise<{ at: Date; state: string | null } | null> {
  const [row] = await queries.query<{ at: Date; state: string | null }>(
    `select date_trunc('hour', won_at) as at,
       coalesce(
         address ->> 'state',
         jsonb_path_query_first(
           additional_fields, '$[*] ? (@.key == "ADDRESS_STATE").value'
         ) #>> '{}'
       ) as state
     from instant_prizes join consumers on consumers.id = consumer_id
     where instant_prizes.campaign_id = $1 and receipt_id is not null
     order by won_at desc limit 1`,
    [campaignId],
  );
  if (!row) return null;
  // Delivery addresses accept any text as a state, and this one is shown to all visitors.
  return { at: row.at, state: row.state !== null && isState(row.state) ? row.state : null };
}
