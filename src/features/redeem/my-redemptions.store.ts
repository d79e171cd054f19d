import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import {
  getPointsWalletEndpoint,
  listRedemptionsEndpoint,
  type Redemption,
} from '../../contract/wallets.ts';
import { onSignOut, watchSession } from '../session/session.store.ts';

const myRedemptions = resource(
  async () => {
    const [list, wallet] = await Promise.all([
      call(listRedemptionsEndpoint),
      call(getPointsWalletEndpoint),
    ]);
    if (!list.ok) return list;
    if (!wallet.ok) return wallet;
    const value = { redemptions: sortById(list.value), balance: wallet.value.balance };
    return { ok: true, value };
  },
  { keepStale: true },
);

export const {
  $state: $myRedemptions,
  load: loadRedemptions,
  retry: retryRedemptions,
} = myRedemptions;

export function followMyRedemptions(): () => void {
  watchSession({ guarded: true });
  onSignOut(myRedemptions.clear);
  return myRedemptions.follow();
}

/** Ids may be texts, and are ordered as numbers. */
function sortById(redemptions: readonly Redemption[]): Redemption[] {
  const { compare } = new Intl.Collator('pt-BR', { numeric: true });
  return [...redemptions].sort((a, b) => compare(String(a.id), String(b.id)));
}
