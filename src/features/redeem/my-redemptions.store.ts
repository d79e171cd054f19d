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
  /** In the order of MYRED-02; the balance is in points. */
  | { state: 'listed'; redemptions: readonly Redemption[]; balance: number };

const loading: MyRedemptions = { state: 'loading' };

export const $myRedemptions = atom<MyRedemptions>(loading);

/** Follows what the person redeemed while the page is open: again whenever it is looked at. */
export function startMyRedemptions(): () => void {
  startSession({ guarded: true });
  onSignOut(forget);
  void loadRedemptions();
  return onReturn(loadRedemptions);
}

/** A list that is there stays when it cannot be had anew. */
export async function loadRedemptions(): Promise<void> {
  const answer = await ask();
  if (answer.state === 'listed' || $myRedemptions.get().state !== 'listed') {
    $myRedemptions.set(answer);
  }
}

/** After a failure, from the beginning. */
export function retryRedemptions(): Promise<void> {
  forget();
  return loadRedemptions();
}

async function ask(): Promise<MyRedemptions> {
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

/** As numbers, also where they travel as text. */
function byId(redemptions: readonly Redemption[]): Redemption[] {
  const { compare } = new Intl.Collator('pt-BR', { numeric: true });
  return redemptions.toSorted((one, other) => compare(String(one.id), String(other.id)));
}
