import { campaignPhase } from '../../rules/campaign/campaign-phase.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import { findStock } from './prize-stock.ts';

/** @returns the error before the start and after the end; null while people may take part */
export async function checkOpen(
  { campaign: { campaign }, campaignId, database }: Gateway,
  now: Date,
): Promise<ApiError | null> {
  const stock = await findStock(database, campaignId);
  const prizes = stock.map(({ campaignPrizeId, quantity }) => ({ id: campaignPrizeId, quantity }));
  const phase = campaignPhase({ ...campaign, prizes }, now);
  if (phase === 'open') return null;
  return apiError(phase === 'over' ? 'CAMPAIGN_OVER' : 'CAMPAIGN_NOT_STARTED');
}
