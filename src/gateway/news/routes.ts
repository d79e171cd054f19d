import { getNewsEndpoint, type News } from '../../contract/news.ts';
import { campaignPhase } from '../../rules/campaign/campaign-phase.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { countPrizesByKind, findLastWin } from '../rewards/instant-prize-queries.ts';
import { countReceiptsAndNumbers } from '../rewards/lucky-number-queries.ts';
import { memoize } from '../share-work.ts';

/** The database is read at most once in this time, however many people open the home page. */
const readEveryMs = 10_000;

const publicSeconds = 30;

/** The totals no longer grow once they are shown, and to count millions takes long. */
const countEveryMs = 600_000;

export function newsRoutes(app: App, gateway: Gateway): void {
  const { database, campaignId, now } = gateway;
  const count = memoize(() => countReceiptsAndNumbers(database, campaignId), {
    now,
    milliseconds: countEveryMs,
  });
  const readNews = memoize(
    async (): Promise<News> => {
      const isOver = campaignPhase(gateway.snapshot.campaign, now()) === 'over';
      const [instantPrizes, won, total] = await Promise.all([
        countPrizesByKind(database, campaignId),
        findLastWin(database, campaignId),
        isOver ? count() : null,
      ]);
      const lastWin = won && { at: won.at.toISOString(), state: won.state };
      return { instantPrizes, lastWin, total };
    },
    { now, milliseconds: readEveryMs },
  );
  route(app, gateway, getNewsEndpoint, readNews, { cacheSeconds: publicSeconds });
}
