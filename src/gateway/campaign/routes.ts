import {
  type Campaign,
  getCampaign,
  getFaq,
  getPrizes,
  getProducts,
} from '../../contract/campaign.ts';
import type { Engine } from '../../contract/engines.ts';
import { getHotsite } from '../../contract/hotsite.ts';
import { decidingDay, extractionMoment } from '../../rules/draws/federal-lottery.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { memoize } from '../memoize.ts';
import { readPrizes } from './phase-and-stock.ts';
import {
  type DrawNews,
  findDrawNews,
  type WinnerPageRecord,
  winnerParameters,
} from './winner-page.ts';

const campaignSeconds = 5;

const drawNewsMs = 1000;

export function campaignRoutes(app: App, gateway: Gateway): void {
  const steady = { cacheSeconds: campaignSeconds };
  const { database, campaignId } = gateway;
  const drawNews = memoize(() => findDrawNews(database, campaignId), {
    now: gateway.now,
    milliseconds: drawNewsMs,
  });
  let cached: { news: string; of: Campaign; campaign: Campaign } | null = null;

  /** Returns the same object until something in it changes, so that it is serialised once. */
  async function publishedCampaign(): Promise<Campaign> {
    const { page, daysWithoutExtraction } = await drawNews();
    const news = JSON.stringify({ page, daysWithoutExtraction });
    const { campaign } = gateway.snapshot;
    if (cached?.news !== news || cached.of !== campaign) {
      const engines = campaign.engines.map((engine) =>
        withDecidingDay(engine, daysWithoutExtraction),
      );
      cached = { news, of: campaign, campaign: publishedAs({ ...campaign, engines }, page) };
    }
    return cached.campaign;
  }

  route(app, gateway, getCampaign, publishedCampaign, steady);
  route(app, gateway, getProducts, async () => gateway.snapshot.products, steady);
  route(app, gateway, getHotsite, async () => gateway.snapshot.hotsite, steady);
  route(app, gateway, getFaq, async () => gateway.snapshot.faq, steady);
  route(app, gateway, getPrizes, () => readPrizes(gateway), { cacheSeconds: 0 });
}

/** People see the day that takes the place of one without an extraction. */
function withDecidingDay(engine: Engine, skipped: DrawNews['daysWithoutExtraction']) {
  const { extractionAt = null } = engine.details;
  const ownSkippedDays = skipped.filter((skippedDay) => skippedDay.engine === Number(engine.id));
  const drawTurn = {
    rules: { extractionAt },
    daysWithoutExtraction: ownSkippedDays.map(({ day }) => day),
  };
  const day = decidingDay(drawTurn);
  if (!day) return engine;
  return {
    ...engine,
    details: { ...engine.details, extractionAt: extractionMoment(day, drawTurn) },
  };
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
