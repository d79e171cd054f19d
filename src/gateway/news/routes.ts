import { getNews, type News } from '../../contract/news.ts';
import { memoize } from '../campaign/routes.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { countWaitingPrizes, findLastWin } from './queries.ts';

/** The database is read at most once in this time, however many people open the home page. */
const readEveryMs = 10_000;

const publicSeconds = 30;

export function newsRoutes(app: App, gateway: Gateway): void {
  const { database, campaign, now } = gateway;
  const campaignId = Number(campaign.campaign.id);
  const read = memoize(
    async (): Promise<News> => {
      const [instantPrizes, won] = await Promise.all([
        countWaitingPrizes(database, campaignId),
        findLastWin(database, campaignId),
      ]);
      return { instantPrizes, lastWin: won && { at: won.at.toISOString(), state: won.state } };
    },
    { now, milliseconds: readEveryMs },
  );
  route(app, gateway, getNews, read, { publicFor: publicSeconds });
}
