import { atom } from 'nanostores';
import { fetchPrizes } from '../../client/campaign.ts';
import type { CampaignPrize } from '../../contract/campaign.ts';
import { environment } from '../../environment.ts';

/** What can be won, to name it; empty until it was asked for. */
export const $prizes = atom<readonly CampaignPrize[]>([]);

/** Asks once; a failure leaves the prize without its name. */
export async function loadPrizes(): Promise<void> {
  if ($prizes.get().length > 0) return;
  try {
    const outcome = await fetchPrizes();
    if (outcome.ok) $prizes.set(outcome.value);
  } catch (failure) {
    environment().report(failure);
  }
}
