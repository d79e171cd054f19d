import type { CampaignPrize } from '../contract/campaign.ts';
import type { Engine } from '../contract/engines.ts';
import { findById, isSameId } from '../contract/primitives.ts';
import type { CampaignSnapshot } from './snapshot.ts';

/**
 * The prizes of a draw, one entry each, best first: those listed in its details, each as often as
 * its quantity. A campaign's only draw, if it lists none, has the prizes that no other engine
 * gives away.
 * @returns null when the campaign does not say which draw gives away what.
 */
export function drawPrizes(snapshot: CampaignSnapshot, engine: Engine): CampaignPrize[] | null {
  const listedIds = engine.details.prizes.map(({ campaignPrizeId }) => String(campaignPrizeId));
  if (listedIds.length === 0 && drawsOf(snapshot).length > 1) return null;
  const ofOthers = prizesOfOtherEngines(snapshot);
  const prizes =
    listedIds.length > 0
      ? listedIds.flatMap((id) => snapshot.prizes.filter((prize) => String(prize.id) === id))
      : snapshot.prizes.filter(({ id }) => !ofOthers.has(String(id)));
  return prizes.flatMap((prize) => Array.from({ length: prize.quantity }, () => prize));
}

/** True if a draw lists the prize, or if the only draw gives what no other engine gives. */
export function isDrawn(snapshot: CampaignSnapshot, prizeId: string): boolean {
  if (!snapshot.prizes.some(({ id }) => String(id) === prizeId)) return false;
  const listedIds = drawsOf(snapshot).flatMap(({ details }) => details.prizes);
  if (listedIds.length === 0) return !prizesOfOtherEngines(snapshot).has(prizeId);
  return listedIds.some(({ campaignPrizeId }) => String(campaignPrizeId) === prizeId);
}

/** How many units of a prize each way of giving gives away: each draw, instant prizes, points. */
export function unitsGiven(
  snapshot: CampaignSnapshot,
  { id, quantity }: Pick<CampaignPrize, 'id' | 'quantity'>,
): number[] {
  const { campaign, secrets } = snapshot;
  const isThis = ({ campaignPrizeId }: { campaignPrizeId: CampaignPrize['id'] }) =>
    isSameId(campaignPrizeId, id);
  const drawn = drawsOf(snapshot).map(
    (draw) => drawPrizes(snapshot, draw)?.filter((prize) => isSameId(prize.id, id)).length ?? 0,
  );
  const instant = (secrets?.instantPrizes ?? []).filter(isThis);
  const isBought = campaign.engines.some(
    ({ type, details }) => type === 'COLLECT_TO_WIN' && details.prizes.some(isThis),
  );
  const instantUnits = instant.reduce((sum, entry) => sum + entry.quantity, 0);
  return [...drawn, instantUnits, isBought ? quantity : 0].filter((units) => units > 0);
}

/** Also true when the prizes are the same in another order. */
export function drawsOtherPrizes(before: CampaignSnapshot, after: CampaignSnapshot): boolean {
  return drawsOf(before).some(({ id }) => idsIn(before, id).join() !== idsIn(after, id).join());
}

export function drawsFewerPrizes(before: CampaignSnapshot, after: CampaignSnapshot): boolean {
  return drawsOf(before).some(({ id }) => {
    const left = Map.groupBy(idsIn(after, id), (prizeId) => prizeId);
    return [...Map.groupBy(idsIn(before, id), (prizeId) => prizeId)].some(
      ([prizeId, units]) => units.length > (left.get(prizeId)?.length ?? 0),
    );
  });
}

function idsIn(snapshot: CampaignSnapshot, drawId: Engine['id']): string[] {
  const draw = findById(drawsOf(snapshot), drawId);
  return (draw && drawPrizes(snapshot, draw))?.map(({ id }) => String(id)) ?? [];
}

function drawsOf({ campaign }: CampaignSnapshot): Engine[] {
  return campaign.engines.filter(({ type }) => type === 'DRAW');
}

function prizesOfOtherEngines({ campaign, secrets }: CampaignSnapshot): Set<string> {
  const bought = campaign.engines.flatMap(({ details }) => details.prizes);
  const instant = secrets?.instantPrizes ?? [];
  return new Set([...bought, ...instant].map(({ campaignPrizeId }) => String(campaignPrizeId)));
}
