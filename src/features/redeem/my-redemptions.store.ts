import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { getPointsWallet, listRedemptions, type Redemption } from '../../contract/points.ts';
import { onSignOut, startSession } from '../session/session.store.ts';

/** What the user has redeemed, ordered by id, and the balance in points. */
const myRedemptions = resource(
  async () => {
    const [list, wallet] = await Promise.all([call(listRedemptions), call(getPointsWallet)]);
    if (!list.ok) return list;
    if (!wallet.ok) return wallet;
    const value = { redemptions: byId(list.value), balance: wallet.value.balance };
    return { ok: true, value };
  },
  { keepStale: true },
);

export const {
  $state: $myRedemptions,
  load: loadRedemptions,
  retry: retryRedemptions,
} = myRedemptions;

/** Loads the redemptions now, and again whenever the page becomes visible. */
export function startMyRedemptions(): () => void {
  startSession({ guarded: true });
  onSignOut(myRedemptions.forget);
  return myRedemptions.follow();
}

/** Ids may arrive as text, and are ordered as numbers all the same. */
function byId(redemptions: readonly Redemption[]): Redemption[] {
  const { compare } = new Intl.Collator('pt-BR', { numeric: true });
  return redemptions.toSorted((a, b) => compare(String(a.id), String(b.id)));
}
