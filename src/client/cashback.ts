import { getCashbackWallet, withdrawCashback as withdraw } from '../contract/cashback.ts';
import { call } from './call.ts';

export const fetchCashbackWallet = () => call(getCashbackWallet);

/** The whole balance. */
export const withdrawCashback = (idempotencyKey: string) => call(withdraw, { idempotencyKey });
