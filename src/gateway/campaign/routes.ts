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
import { readPrizes } from './prize-stock.ts';
import { findWinnerPage, type WinnerPageRecord, winnerParameters } from './winner-page.ts';

const campaignSeconds = 5;

const winnerPageMs = 1000;

export function campaignRoutes(app: App, gateway: Gateway): void {
  const steady = { cacheSeconds: campaignSeconds };
  const winnerPage = memoize(() => findWinnerPage(gateway.database, gateway.campaignId), {
    now: gateway.now,
    milliseconds: winnerPageMs,
  });
  let shown: { page: string; of: Campaign; campaign: Campaign } | null = null;

  /** Returns the same object until something in it changes, so that it is serialised once. */
  async function published(): Promise<Campaign> {
    const page = await winnerPage();
    const text = JSON.stringify(page);
    const { campaign } = gateway.campaign;
    if (shown?.page !== text || shown.of !== campaign) {
      shown = { page: text, of: campaign, campaign: publishedAs(campaign, page) };
    }
    return shown.campaign;
  }

  route(app, gateway, getCampaign, published, steady);
  route(app, gateway, getProducts, async () => gateway.campaign.products, steady);
  route(app, gateway, getHotsite, async () => gateway.campaign.hotsite, steady);
  route(app, gateway, getFaq, async () => gateway.campaign.faq, steady);
  route(app, gateway, getPrizes, () => readPrizes(gateway), { cacheSeconds: 0 });
}

function publishedAs(campaign: Campaign, page: WinnerPageRecord | null): Campaign {
  const parameters = campaign.parameters.filter(({ visibility }) => visibility === 'PUBLIC');
  if (!page) return { ...campaign, parameters };
  const values = winnerParameters(String(campaign.id), page);
  const others = parameters.filter(({ code }) => values[code] === undefined);
  const ours = Object.entries(values).map(([code, value]) => ({
    id: code,
    visibility: 'PUBLIC' as const,
    ...parameters.find((parameter) => parameter.code === code),
    code,
    value,
  }));
  return { ...campaign, parameters: [...others, ...ours] };
}
