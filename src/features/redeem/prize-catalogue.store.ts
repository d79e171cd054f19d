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

/** What somebody can redeem now, and with what. */
export interface OpenCatalogue {
  state: 'open';
  /** In the order of REDEEM-02. */
  prizes: readonly CataloguePrize[];
  wallet: PointsWallet;
  /** Whether the profile says where to deliver. */
  hasAddress: boolean;
}

export type Catalogue =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  | OpenCatalogue;

const loading: Catalogue = { state: 'loading' };

export const $catalogue = atom<Catalogue>(loading);

/** Counts what was asked for and what was learnt otherwise: an older answer changes nothing. */
let turn = 0;

/** Asks for stock, balance and address. An offer that is there stays when it cannot be had anew. */
export async function loadCatalogue(): Promise<void> {
  turn += 1;
  const mine = turn;
  const offer = await fetchCatalogue();
  if (mine !== turn) return;
  if (offer.state === 'open' || $catalogue.get().state !== 'open') $catalogue.set(offer);
}

/** After a failure, from the beginning. */
export function retryCatalogue(): Promise<void> {
  forgetCatalogue();
  return loadCatalogue();
}

export function forgetCatalogue(): void {
  turn += 1;
  $catalogue.set(loading);
}

/** Takes over what became known without asking. */
export function updateCatalogue(change: Partial<Omit<OpenCatalogue, 'state'>>): void {
  const offer = $catalogue.get();
  if (offer.state !== 'open') return;
  turn += 1;
  $catalogue.set({ ...offer, ...change });
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
      // A server that tells no status leaves the refusal to its checkout.
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

/** The engine's prizes with stock and category of the campaign's. */
function cataloguePrizes(stocked: readonly CampaignPrize[]): CataloguePrize[] {
  const { prizes } = pointsTerms(environment().site.campaign);
  return sortPrizes(prizes.map((prize) => cataloguePrize(prize, stocked)));
}

function cataloguePrize(
  { id, campaignPrizeId, points, description, mainImageUrl }: EnginePrize,
  stocked: readonly CampaignPrize[],
): CataloguePrize {
  const found = stocked.find((each) => String(each.id) === String(campaignPrizeId));
  return {
    id,
    points,
    description,
    stock: found?.quantity ?? 0,
    category: found?.category,
    imageUrl: mainImageUrl ?? found?.mainImageUrl ?? found?.hotsiteImageUrl ?? null,
  };
}
