import * as contract from '../contract/campaign.ts';
import { getHotsite } from '../contract/hotsite.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

const ofCampaign = () => ({ parameters: { campaignId: environment().site.campaign.id } });

export const fetchCampaign = () => call(contract.getCampaign, ofCampaign());

export const fetchProducts = () => call(contract.getProducts, ofCampaign());

/** Prizes with the stock of now. */
export const fetchPrizes = () => call(contract.getPrizes, ofCampaign());

export const fetchFaq = () => call(contract.getFaq, ofCampaign());

export const fetchHotsite = () => call(getHotsite, ofCampaign());
