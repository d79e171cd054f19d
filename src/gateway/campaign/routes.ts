import {
  type Campaign,
  getCampaignEndpoint,
  getFaqEndpoint,
  getPrizesEndpoint,
  getProductsEndpoint,
} from '../../contract/campaign.ts';
import { getHotsiteEndpoint } from '../../contract/hotsite.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { memoize } from '../share-work.ts';
import { readPrizes } from './prize-stock.ts';
import { findDrawAnnouncements, publicCampaign } from './published-campaign.ts';

const campaignSeconds = 5;

const announcementsMs = 1000;

export function campaignRoutes(app: App, gateway: Gateway): void {
  const steady = { cacheSeconds: campaignSeconds };
  route(app, gateway, getCampaignEndpoint, campaignReader(gateway), steady);
  route(app, gateway, getProductsEndpoint, async () => gateway.snapshot.products, steady);
  route(app, gateway, getHotsiteEndpoint, async () => gateway.snapshot.hotsite, steady);
  route(app, gateway, getFaqEndpoint, async () => gateway.snapshot.faq, steady);
  const readStock = () => readPrizes(gateway.database, gateway.snapshot);
  route(app, gateway, getPrizesEndpoint, readStock, { cacheSeconds: 0 });
}

/** Reads the same object until something in it changes, so that it is serialised once. */
function campaignReader(gateway: Gateway): () => Promise<Campaign> {
  const { database, campaignId, now } = gateway;
  const readAnnouncements = memoize(() => findDrawAnnouncements(database, campaignId, now()), {
    now,
    milliseconds: announcementsMs,
  });
  let latest: { announcements: string; of: Campaign; campaign: Campaign } | null = null;
  return async () => {
    const found = await readAnnouncements();
    const announcements = JSON.stringify(found);
    const { campaign } = gateway.snapshot;
    if (latest?.announcements !== announcements || latest.of !== campaign) {
      latest = { announcements, of: campaign, campaign: publicCampaign(campaign, found) };
    }
    return latest.campaign;
  };
}
