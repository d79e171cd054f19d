import { atom } from 'nanostores';
import { call } from '../../client/call.ts';
import { errorMessages } from '../../client/error-messages.ts';
import { getPointsWallet, listRedemptions, type Redemption } from '../../contract/points.ts';
import { environment } from '../../environment.ts';
import { onSignOut, startSession } from '../session/session.store.ts';
import { onReturn } from './on-return.ts';

export type MyRedemptions =
  | { state: 'loading' }
  | { state: 'failed'; lines: readonly string[] }
  /** Ordered by id; the balance is in points. */
  | { state: 'listed'; redemptions: readonly Redemption[]; balance: number };

const loading: MyRedemptions = { state: 'loading' };

export const $myRedemptions = atom<MyRedemptions>(loading);

/** Loads the redemptions now, and again whenever the page becomes visible. */
export function startMyRedemptions(): () => void {
  startSession({ guarded: true });
  onSignOut(forget);
  void loadRedemptions();
  return onReturn(loadRedemptions);
}

/** Keeps the list on screen when loading it again fails. */
export async function loadRedemptions(): Promise<void> {
  const list = await fetchList();
  if (list.state === 'listed' || $myRedemptions.get().state !== 'listed') {
    $myRedemptions.set(list);
  }
}

export function retryRedemptions(): Promise<void> {
  forget();
  return loadRedemptions();
}

async function fetchList(): Promise<MyRedemptions> {
  try {
    const [list, wallet] = await Promise.all([call(listRedemptions), call(getPointsWallet)]);
    if (!list.ok) return failed(list.error);
    if (!wallet.ok) return failed(wallet.error);
    const { balance } = wallet.value;
    return { state: 'listed', redemptions: byId(list.value), balance };
  } catch (failure) {
    environment().report(failure);
    return failed(failure);
  }
}

function forget(): void {
  $myRedemptions.set(loading);
}

function failed(problem: unknown): MyRedemptions {
  return { state: 'failed', lines: errorMessages(problem) };
}

/** Ids may arrive as text, and are ordered as numbers all the same. */
function byId(redemptions: readonly Redemption[]): Redemption[] {
  const { compare } = new Intl.Collator('pt-BR', { numeric: true });
  return redemptions.toSorted((a, b) => compare(String(a.id), String(b.id)));
}
