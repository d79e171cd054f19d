import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { WinnerList } from '../../contract/winners.ts';
import type { Queries } from '../db/database.ts';
import { findDraws } from '../db/queries/draws.ts';
import { keepWinnerPage, type WinnerPageRecord } from '../db/queries/winner-pages.ts';
import { type ApiError, apiError } from '../http/refusal.ts';
import { readWinners } from './read-winners.ts';

/** Publishes who won the draws; again, in another form. Refused before the first draw. */
export async function publishWinners(
  queries: Queries,
  snapshot: CampaignSnapshot,
  page: WinnerPageRecord,
): Promise<WinnerList | ApiError> {
  const campaignId = Number(snapshot.campaign.id);
  if ((await findDraws(queries, campaignId)).length === 0) {
    return apiError('NOT_ALLOWED_NOW', { message: 'Nenhum sorteio foi realizado.' });
  }
  await keepWinnerPage(queries, campaignId, page);
  return (await readWinners(queries, snapshot)) ?? apiError('NOT_FOUND');
}
