import { call } from '../../client/call.ts';
import { resource } from '../../client/resource.ts';
import { getCashbackWallet } from '../../contract/cashback.ts';
import type { EngineType } from '../../contract/engines.ts';
import { getPointsWallet } from '../../contract/points.ts';
import { environment } from '../../environment.ts';
import { onSignOut, startSession } from '../session/session.store.ts';

const none = { ok: true, value: null } as const;

/** A wallet is null where the campaign has no such engine. */
const wallets = resource(
  async () => {
    const [cashback, points] = await Promise.all([
      hasEngine('CASHBACK') ? call(getCashbackWallet) : none,
      hasEngine('COLLECT_TO_WIN') ? call(getPointsWallet) : none,
    ]);
    if (!cashback.ok) return cashback;
    if (!points.ok) return points;
    return { ok: true, value: { cashback: cashback.value, points: points.value } };
  },
  { keepStale: true },
);

export const { $state: $wallets, load: loadWallets, retry: retryWallets } = wallets;

export function startWallets(): () => void {
  startSession({ guarded: true });
  onSignOut(wallets.forget);
  return wallets.follow();
}

function hasEngine(wanted: EngineType): boolean {
  return environment().site.campaign.engines.some(({ type }) => type === wanted);
}
