import { firstInstantAfter, instantOf } from './dates.ts';

/** Where a campaign stands for whoever comes now. */
export type CampaignPhase = 'not-published' | 'not-started' | 'open' | 'over';

/** As much of a campaign as decides its phase; `prizes` are its prizes with the stock of now. */
export interface CampaignCourse {
  status: string;
  /** Moments; `endsAt` names the last second that still counts. */
  startsAt: string;
  endsAt: string;
  engines: readonly CampaignEngine[];
  prizes?: readonly { id: number | string; quantity: number }[] | undefined;
}

interface CampaignEngine {
  type: string;
  details?: { prizes?: readonly { campaignPrizeId: number | string }[] } | undefined;
}

/**
 * PHASE-01 to PHASE-05. With 23:59:59 as its end a campaign is over at 00:00:00.
 * @param now the server's clock; a device's own may be wrong.
 */
export function campaignPhase(campaign: CampaignCourse, now: Date): CampaignPhase {
  if (campaign.status !== 'PUBLISHED') return 'not-published';
  if (now < instantOf(campaign.startsAt)) return 'not-started';
  return now >= firstInstantAfter(campaign.endsAt) || closesWithItsPrizes(campaign)
    ? 'over'
    : 'open';
}

/** PHASE-04: nobody can take part yet; a campaign past its end is not inactive. */
export function isInactive(phase: CampaignPhase): boolean {
  return phase === 'not-published' || phase === 'not-started';
}

/**
 * Every prize that points buy is out of stock: the redeem page closes. Without knowledge of the
 * stock, or of any such prize, nothing closes.
 */
export function pointsPrizesExhausted({
  engines,
  prizes,
}: Pick<CampaignCourse, 'engines' | 'prizes'>): boolean {
  const wanted = engines
    .filter(({ type }) => type === 'COLLECT_TO_WIN')
    .flatMap(({ details }) => details?.prizes ?? [])
    .map(({ campaignPrizeId }) => String(campaignPrizeId));
  const stocked = prizes?.filter(({ id }) => wanted.includes(String(id))) ?? [];
  return stocked.length > 0 && stocked.every(({ quantity }) => quantity <= 0);
}

/** PHASE-05: only a campaign of points alone closes as a whole when its prizes are gone. */
function closesWithItsPrizes(campaign: CampaignCourse): boolean {
  return (
    campaign.engines.every(({ type }) => type === 'COLLECT_TO_WIN') &&
    pointsPrizesExhausted(campaign)
  );
}
