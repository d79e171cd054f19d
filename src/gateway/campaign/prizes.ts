import type { CampaignPrize } from '../../contract/campaign.ts';
import type { Gateway } from '../gateway.ts';
import { findStock } from '../rewards/stock-queries.ts';

/** The campaign's prizes with the stock of now. */
export async function readPrizes({ campaign, database }: Gateway): Promise<CampaignPrize[]> {
  const stock = await findStock(database, Number(campaign.campaign.id));
  const left = new Map(stock.map(({ campaignPrizeId, quantity }) => [campaignPrizeId, quantity]));
  return campaign.prizes.map((prize) => ({ ...prize, quantity: left.get(Number(prize.id)) ?? 0 }));
}
