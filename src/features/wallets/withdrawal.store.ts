import { atom } from 'nanostores';
import { call, idempotent } from '../../client/call.ts';
import { errorMessages } from '../../client/result.ts';
import { type CashbackWallet, withdrawCashback } from '../../contract/cashback.ts';
import { type Consumer, getMe } from '../../contract/consumer.ts';
import type { Result } from '../../contract/errors.ts';
import { environment } from '../../environment.ts';
import { withdrawalRefusal } from '../../rules/cashback.ts';
import { needsPaymentKey } from '../../rules/payment-key.ts';
import { onSignOut } from '../session/session.store.ts';
import { loadWallets } from './wallets.store.ts';

export type Withdrawal =
  | { step: 'idle' }
  | { step: 'starting' }
  | { step: 'asking-key'; wallet: CashbackWallet; consumer: Consumer }
  | { step: 'failed'; lines: readonly string[] }
  | { step: 'requested' };

const idle: Withdrawal = { step: 'idle' };

export const $withdrawal = atom<Withdrawal>(idle);

/** Asks for the key first where money leaves as an instant payment. */
export async function startWithdrawal(wallet: CashbackWallet): Promise<void> {
  if ($withdrawal.get().step === 'starting' || withdrawalRefusal(wallet)) return;
  onSignOut(endWithdrawal);
  $withdrawal.set({ step: 'starting' });
  try {
    const { campaign } = environment().site;
    const outcome = await (needsPaymentKey(campaign) ? askForKey(wallet) : withdraw(wallet));
    if (!outcome.ok) fail(outcome.error);
  } catch (failure) {
    environment().report(failure);
    fail(failure);
  }
}

export function endWithdrawal(): void {
  $withdrawal.set(idle);
}

async function askForKey(wallet: CashbackWallet): Promise<Result<Consumer>> {
  const me = await call(getMe);
  if (me.ok) $withdrawal.set({ step: 'asking-key', wallet, consumer: me.value });
  return me;
}

/** One key per wallet: a repeated request withdraws once. */
const withdrawing = idempotent((wallet: CashbackWallet) => wallet);

export async function withdraw(wallet: CashbackWallet): Promise<Result<unknown>> {
  const request = withdrawing(wallet, (_, key) => call(withdrawCashback, { idempotencyKey: key }));
  const outcome = await request.finally(loadWallets);
  if (outcome.ok) $withdrawal.set({ step: 'requested' });
  return outcome;
}

function fail(problem: unknown): void {
  $withdrawal.set({ step: 'failed', lines: errorMessages(problem) });
}
