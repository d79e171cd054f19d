import type { CampaignPrize } from '../contract/campaign.ts';
import type { Engine } from '../contract/engines.ts';
import type { CampaignSnapshot } from './snapshot.ts';

/**
 * The prizes of a draw, one entry each, best first: those listed in its details, each as often as
 * its quantity. A campaign's only draw, if it lists none, has the prizes that no other engine
 * gives away.
 * @returns null when the campaign does not say which draw gives away what.
 */
export function drawPrizes(snapshot: CampaignSnapshot, engine: Engine): CampaignPrize[] | null {
  const listedIds = engine.details.prizes.map(({ campaignPrizeId }) => String(campaignPrizeId));
  const draws = snapshot.campaign.engines.filter(({ type }) => type === 'DRAW');
  if (listedIds.length === 0 && draws.length > 1) return null;
  const elsewhere = prizesElsewhere(snapshot);
  const prizes =
    listedIds.length > 0
      ? listedIds.flatMap((id) => snapshot.prizes.filter((prize) => String(prize.id) === id))
      : snapshot.prizes.filter(({ id }) => !elsewhere.has(String(id)));
  return prizes.flatMap((prize) => Array.from({ length: prize.quantity }, () => prize));
}

/** True if a draw lists the prize, or if the only draw gives what no other engine gives. */
export function isDrawn(snapshot: CampaignSnapshot, prizeId: string): boolean {
  const { campaign, prizes } = snapshot;
  if (!prizes.some(({ id }) => String(id) === prizeId)) return false;
  const draws = campaign.engines.filter(({ type }) => type === 'DRAW');
  const listedIds = draws.flatMap(({ details }) => details.prizes);
  if (listedIds.length === 0) return !prizesElsewhere(snapshot).has(prizeId);
  return listedIds.some(({ campaignPrizeId }) => String(campaignPrizeId) === prizeId);
}

function prizesElsewhere({ campaign, secrets }: CampaignSnapshot): Set<string> {
  const bought = campaign.engines.flatMap(({ details }) => details.prizes);
  const instant = secrets?.instantPrizes ?? [];
  return new Set([...bought, ...instant].map(({ campaignPrizeId }) => String(campaignPrizeId)));
}
