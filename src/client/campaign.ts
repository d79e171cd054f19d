import { getPrizes } from '../contract/campaign.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

/** Prizes with the stock of now; the rest of the campaign is in the page. */
export const fetchPrizes = () =>
  call(getPrizes, { parameters: { campaignId: environment().site.campaign.id } });
