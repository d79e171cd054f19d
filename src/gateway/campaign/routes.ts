import {
  type Campaign,
  getCampaign,
  getFaq,
  getPrizes,
  getProducts,
} from '../../contract/campaign.ts';
import { getHotsite } from '../../contract/hotsite.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { memoize } from '../memoize.ts';
import { readPrizes } from './phase-and-stock.ts';
import { findDrawNews, publishedAs } from './published-campaign.ts';

const campaignSeconds = 5;

const drawNewsMs = 1000;

export function campaignRoutes(app: App, gateway: Gateway): void {
  const steady = { cacheSeconds: campaignSeconds };
  const { database, campaignId } = gateway;
  const readDrawNews = memoize(() => findDrawNews(database, campaignId), {
    now: gateway.now,
    milliseconds: drawNewsMs,
  });
  let cached: { news: string; of: Campaign; campaign: Campaign } | null = null;

  /** Returns the same object until something in it changes, so that it is serialised once. */
  async function publishedCampaign(): Promise<Campaign> {
    const drawNews = await readDrawNews();
    const news = JSON.stringify(drawNews);
    const { campaign } = gateway.snapshot;
    if (cached?.news !== news || cached.of !== campaign) {
      cached = { news, of: campaign, campaign: publishedAs(campaign, drawNews) };
    }
    return cached.campaign;
  }

  route(app, gateway, getCampaign, publishedCampaign, steady);
  route(app, gateway, getProducts, async () => gateway.snapshot.products, steady);
  route(app, gateway, getHotsite, async () => gateway.snapshot.hotsite, steady);
  route(app, gateway, getFaq, async () => gateway.snapshot.faq, steady);
  route(app, gateway, getPrizes, () => readPrizes(gateway), { cacheSeconds: 0 });
}
