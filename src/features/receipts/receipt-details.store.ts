import { computed } from 'nanostores';
import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { type CampaignPrize, getPrizes } from '../../contract/campaign.ts';
import type { Id } from '../../contract/primitives.ts';
import { getReceiptDetails } from '../../contract/receipts.ts';
import { unbrokenMoney } from '../../rules/money.ts';

/** One receipt as it stands now; its picture's address is good for 5 minutes and fresh each time. */
export const receiptDetails = (couponId: Id) =>
  resource(() => call(getReceiptDetails, { parameters: { couponId } }), { keepStale: true });

/** What can be won, to name it; a failure leaves a prize without its name. */
const prizes = resource(() => call(getPrizes), { keepStale: true });

export const $prizes = computed(prizes.$state, (loaded) =>
  loaded.state === 'known' ? loaded.value.map(typeset) : [],
);

function typeset(prize: CampaignPrize): CampaignPrize {
  return { ...prize, description: unbrokenMoney(prize.description) };
}

export async function loadPrizes(): Promise<void> {
  if (prizes.$state.get().state !== 'known') await prizes.load();
}
