import * as contract from '../contract/cashback.ts';
import { call } from './call.ts';

export const fetchCashbackWallet = () => call(contract.getCashbackWallet);

/** Withdraws the whole balance. */
export const withdrawCashback = (idempotencyKey: string) =>
  call(contract.withdrawCashback, { idempotencyKey });
