import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { type CampaignPrize, getPrizes } from '../../contract/campaign.ts';
import { getMe } from '../../contract/consumer.ts';
import type { EnginePrize } from '../../contract/engines.ts';
import { getPointsWallet } from '../../contract/points.ts';
import { environment } from '../../environment.ts';
import { type PointsWallet, type RedeemPrize, sortPrizes } from '../../rules/redeem.ts';
import { pointsTerms } from './points-terms.ts';

export interface CataloguePrize extends RedeemPrize {
  imageUrl: string | null;
}

export interface OpenCatalogue {
  state: 'open';
  prizes: readonly CataloguePrize[];
  wallet: PointsWallet;
  /** Whether the profile has a delivery address. */
  hasAddress: boolean;
}

export type Catalogue =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | OpenCatalogue;

const loading: Catalogue = { state: 'loading' };

export const $catalogue = atom<Catalogue>(loading);

/** Rises with each request and each update, so that a response older than either is dropped. */
let version = 0;

/** Loads stock, balance and address. Keeps the catalogue on screen when loading it again fails. */
export async function loadCatalogue(): Promise<void> {
  version += 1;
  const own = version;
  const catalogue = await fetchCatalogue();
  if (own !== version) return;
  if (catalogue.state === 'open' || $catalogue.get().state !== 'open') $catalogue.set(catalogue);
}

export function retryCatalogue(): Promise<void> {
  forgetCatalogue();
  return loadCatalogue();
}

export function forgetCatalogue(): void {
  version += 1;
  $catalogue.set(loading);
}

/** Applies what is known without a request. */
export function updateCatalogue(change: Partial<Omit<OpenCatalogue, 'state'>>): void {
  const catalogue = $catalogue.get();
  if (catalogue.state !== 'open') return;
  version += 1;
  $catalogue.set({ ...catalogue, ...change });
}

async function fetchCatalogue(): Promise<Catalogue> {
  try {
    const [prizes, wallet, me] = await Promise.all([
      call(getPrizes),
      call(getPointsWallet),
      call(getMe),
    ]);
    if (!prizes.ok) return failed(prizes.error);
    if (!wallet.ok) return failed(wallet.error);
    if (!me.ok) return failed(me.error);
    const { balance, status } = wallet.value;
    return {
      state: 'open',
      prizes: cataloguePrizes(prizes.value),
      // Without a status the checkout decides whether the wallet may be used.
      wallet: { balance, status: status ?? 'ACTIVE' },
      hasAddress: Boolean(me.value.address),
    };
  } catch (failure) {
    environment().report(failure);
    return failed(failure);
  }
}

function failed(problem: unknown): Catalogue {
  return { state: 'failed', lines: errorMessages(problem) };
}

/** The engine's prizes, with stock and category from the campaign's. */
function cataloguePrizes(stocked: readonly CampaignPrize[]): CataloguePrize[] {
  const { prizes } = pointsTerms(environment().site.campaign);
  return sortPrizes(prizes.map((prize) => cataloguePrize(prize, stocked)));
}

function cataloguePrize(
  { id, campaignPrizeId, points, description, mainImageUrl }: EnginePrize,
  stocked: readonly CampaignPrize[],
): CataloguePrize {
  const found = stocked.find((item) => String(item.id) === String(campaignPrizeId));
  return {
    id,
    points,
    description,
    stock: found?.quantity ?? 0,
    category: found?.category,
    imageUrl: mainImageUrl ?? found?.mainImageUrl ?? found?.hotsiteImageUrl ?? null,
  };
}
