import { getCampaign, getFaq, getPrizes, getProducts } from '../../contract/campaign.ts';
import { getHotsite } from '../../contract/hotsite.ts';
import { readPrizes } from '../engine/read-prizes.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';

/** Seconds for which a campaign, which does not change while it runs, may be kept unasked. */
const campaignSeconds = 60;

/** The public description of the campaign. */
export function campaignRoutes(app: App, gateway: Gateway): void {
  const { campaign, products, hotsite, faq } = gateway.campaign;
  const parameters = campaign.parameters.filter(({ visibility }) => visibility === 'PUBLIC');
  const published = { ...campaign, parameters };
  const steady = { publicFor: campaignSeconds };

  route(app, gateway, getCampaign, async () => published, steady);
  route(app, gateway, getProducts, async () => products, steady);
  route(app, gateway, getHotsite, async () => hotsite, steady);
  route(app, gateway, getFaq, async () => faq, steady);
  route(app, gateway, getPrizes, () => readPrizes(gateway), { publicFor: 0 });
}
