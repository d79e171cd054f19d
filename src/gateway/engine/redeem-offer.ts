import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { EnginePrize } from '../../contract/engines.ts';
import { type RedeemPrize, type Selection, selectedQuantity } from '../../rules/redeem.ts';
import type { PrizeStock } from '../db/queries/prize-stock.ts';

/** What somebody wants to redeem; `prizeId` is the engine prize's id. */
export type RedeemItems = readonly { prizeId: number | string; quantity: number }[];

/** A prize as the rule sees it, and the campaign prize whose stock it is. */
export type OfferedPrize = RedeemPrize & { campaignPrizeId: number };

/** The prizes that are asked for; null when one of them is not on offer. */
export function wantedPrizes(
  { campaign }: CampaignSnapshot,
  items: RedeemItems,
): EnginePrize[] | null {
  const offered = campaign.engines
    .filter(({ type }) => type === 'COLLECT_TO_WIN')
    .flatMap(({ details }) => details.prizes);
  const wanted = new Set(items.map(({ prizeId }) => String(prizeId)));
  const found = offered.filter(({ id }) => wanted.has(String(id)));
  return found.length === wanted.size ? found : null;
}

/** A prize with the stock of now and the category of its campaign prize. */
export function offeredPrize(
  { id, points, description, ...prize }: EnginePrize,
  { prizes }: CampaignSnapshot,
  stock: readonly PrizeStock[],
): OfferedPrize {
  const campaignPrizeId = Number(prize.campaignPrizeId);
  const left = stock.find((each) => each.campaignPrizeId === campaignPrizeId);
  const { category } = prizes.find((each) => Number(each.id) === campaignPrizeId) ?? {};
  return { id, campaignPrizeId, points, description, category, stock: left?.quantity ?? 0 };
}

/** Quantities by prize; the same prize in two lines counts as one. */
export function selectionOf(items: RedeemItems): Selection {
  const selection: Record<string, number> = {};
  for (const { prizeId, quantity } of items) {
    selection[String(prizeId)] = (selection[String(prizeId)] ?? 0) + quantity;
  }
  return selection;
}

/** The lines of a redemption: what is selected, with what it costs. */
export function redeemedItems(prizes: readonly OfferedPrize[], selection: Selection) {
  return prizes
    .map((offered) => {
      const { id, campaignPrizeId, description, points } = offered;
      const quantity = selectedQuantity(offered, selection);
      const prize = { id, description };
      return { prize, campaignPrizeId, quantity, totalPoints: quantity * points };
    })
    .filter(({ quantity }) => quantity > 0);
}
