import { firstInstantAfter, instantOf } from '../dates.ts';

export type CampaignPhase = 'not-published' | 'not-started' | 'open' | 'over';

/** `prizes` with today's stock. */
export interface CampaignCourse {
  status: string;
  /** ISO 8601; `endsAt` names the last second that still counts. */
  startsAt: string;
  endsAt: string;
  engines: readonly CampaignEngine[];
  prizes?: readonly { id: number | string; quantity: number }[] | undefined;
}

interface CampaignEngine {
  type: string;
  details?: { prizes?: readonly { campaignPrizeId: number | string }[] } | undefined;
}

/** `now` by the gateway's clock. An end of 23:59:59 counts to its last millisecond. */
export function campaignPhase(campaign: CampaignCourse, now: Date): CampaignPhase {
  if (campaign.status !== 'PUBLISHED') return 'not-published';
  if (now < instantOf(campaign.startsAt)) return 'not-started';
  return now >= firstInstantAfter(campaign.endsAt) || closesWithItsPrizes(campaign)
    ? 'over'
    : 'open';
}

export function isInactive(phase: CampaignPhase): boolean {
  return phase === 'not-published' || phase === 'not-started';
}

/** True when every prize for points is out of stock; unknown stock counts as available. */
export function pointsPrizesExhausted({
  engines,
  prizes,
}: Pick<CampaignCourse, 'engines' | 'prizes'>): boolean {
  const pointsPrizeIds = engines
    .filter(({ type }) => type === 'COLLECT_TO_WIN')
    .flatMap(({ details }) => details?.prizes ?? [])
    .map(({ campaignPrizeId }) => String(campaignPrizeId));
  const stocked = prizes?.filter(({ id }) => pointsPrizeIds.includes(String(id))) ?? [];
  return stocked.length > 0 && stocked.every(({ quantity }) => quantity <= 0);
}

/** Only a campaign with nothing but points closes when its prizes are gone. */
export function closesWithItsPrizes(campaign: Pick<CampaignCourse, 'engines' | 'prizes'>): boolean {
  return (
    campaign.engines.every(({ type }) => type === 'COLLECT_TO_WIN') &&
    pointsPrizesExhausted(campaign)
  );
}
