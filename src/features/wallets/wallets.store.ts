import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { type CashbackWallet, getCashbackWallet } from '../../contract/cashback.ts';
import type { EngineType } from '../../contract/engines.ts';
import { getPointsWallet, type PointsWallet } from '../../contract/points.ts';
import { environment } from '../../environment.ts';
import { onSignOut, startSession } from '../session/session.store.ts';

export type Wallets =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  /** Null where the campaign has no such engine. */
  | { state: 'known'; cashback: CashbackWallet | null; points: PointsWallet | null };

const loading: Wallets = { state: 'loading' };

export const $wallets = atom<Wallets>(loading);

/** Loads the balances now, and again whenever the page becomes visible. */
export function startWallets(): () => void {
  startSession({ guarded: true });
  onSignOut(forget);
  void loadWallets();
  const look = () => document.visibilityState === 'visible' && void loadWallets();
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

function forget(): void {
  $wallets.set(loading);
}

const none = { ok: true, value: null } as const;

/** Keeps the balances on screen when loading them again fails. */
export async function loadWallets(): Promise<void> {
  try {
    const [cashback, points] = await Promise.all([
      hasEngine('CASHBACK') ? call(getCashbackWallet) : none,
      hasEngine('COLLECT_TO_WIN') ? call(getPointsWallet) : none,
    ]);
    if (!cashback.ok) return fail(cashback.error);
    if (!points.ok) return fail(points.error);
    $wallets.set({ state: 'known', cashback: cashback.value, points: points.value });
  } catch (failure) {
    environment().report(failure);
    fail(failure);
  }
}

export function retryWallets(): Promise<void> {
  forget();
  return loadWallets();
}

function hasEngine(wanted: EngineType): boolean {
  return environment().site.campaign.engines.some(({ type }) => type === wanted);
}

function fail(problem: unknown): void {
  if ($wallets.get().state === 'known') return;
  $wallets.set({ state: 'failed', lines: errorMessages(problem) });
}
