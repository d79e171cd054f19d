import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { type Campaign, type CampaignPrize, getPrizesEndpoint } from '../../contract/campaign.ts';
import { getMeEndpoint } from '../../contract/consumer.ts';
import type { CheckoutRule, EnginePrize } from '../../contract/engines.ts';
import { isSameId } from '../../contract/primitives.ts';
import { getPointsWalletEndpoint } from '../../contract/wallets.ts';
import { environment } from '../../environment.ts';
import {
  formatPoints,
  missingPointsText,
  pointsAlias,
  pointsRule,
} from '../../rules/rewards/cashback-and-points.ts';
import { type PointsAccount, type RedeemPrize, sortPrizes } from '../../rules/rewards/redeem.ts';

export interface PointsTerms {
  prizes: readonly EnginePrize[];
  checkoutRules: readonly CheckoutRule[];
  rule: string | null;
  format(points: number): string;
  missing(points: number): string;
}

export function pointsTerms({ engines }: Pick<Campaign, 'engines'>): PointsTerms {
  const details = engines
    .filter(({ type }) => type === 'COLLECT_TO_WIN')
    .map((engine) => engine.details);
  const alias = pointsAlias({ engines });
  const factor = details[0]?.pointsMonetaryFactor;
  return {
    prizes: details.flatMap(({ prizes }) => prizes),
    checkoutRules: details.flatMap(({ checkoutRules }) => checkoutRules),
    rule: factor ? pointsRule(factor, alias) : null,
    format: (points) => formatPoints(points, alias),
    missing: (points) => missingPointsText(points, alias),
  };
}

export interface CataloguePrize extends RedeemPrize {
  imageUrl: string | null;
}

export interface Catalogue {
  prizes: readonly CataloguePrize[];
  wallet: PointsAccount;
  hasAddress: boolean;
}

const catalogue = resource<Catalogue>(
  async () => {
    const [prizes, wallet, me] = await Promise.all([
      call(getPrizesEndpoint),
      call(getPointsWalletEndpoint),
      call(getMeEndpoint),
    ]);
    if (!prizes.ok) return prizes;
    if (!wallet.ok) return wallet;
    if (!me.ok) return me;
    const { balance, status } = wallet.value;
    const value = {
      prizes: cataloguePrizes(prizes.value),
      // Without a status the checkout decides whether the wallet may be used.
      wallet: { balance, status: status ?? 'ACTIVE' },
      hasAddress: Boolean(me.value.address),
    };
    return { ok: true, value };
  },
  { keepStale: true },
);

export const {
  $state: $catalogue,
  load: loadCatalogue,
  retry: retryCatalogue,
  clear: clearCatalogue,
} = catalogue;

export function currentCatalogue(): Catalogue | null {
  const loaded = $catalogue.get();
  return loaded.state === 'loaded' ? loaded.value : null;
}

export function updateCatalogue(change: Partial<Catalogue>): void {
  const value = currentCatalogue();
  if (value) $catalogue.set({ state: 'loaded', value: { ...value, ...change } });
}

function cataloguePrizes(stocked: readonly CampaignPrize[]): CataloguePrize[] {
  const { prizes } = pointsTerms(environment().site.campaign);
  return sortPrizes(prizes.map((prize) => cataloguePrize(prize, stocked)));
}

function cataloguePrize(
  { id, campaignPrizeId, points, description, mainImageUrl }: EnginePrize,
  stocked: readonly CampaignPrize[],
): CataloguePrize {
  const stockedPrize = stocked.find((item) => isSameId(item.id, campaignPrizeId));
  return {
    id,
    points,
    description,
    stock: stockedPrize?.quantity ?? 0,
    category: stockedPrize?.category,
    imageUrl: mainImageUrl ?? stockedPrize?.mainImageUrl ?? stockedPrize?.hotsiteImageUrl ?? null,
  };
}
