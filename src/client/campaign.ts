import { getPrizes } from '../contract/campaign.ts';
import { call } from './call.ts';

export const fetchPrizes = () => call(getPrizes);
