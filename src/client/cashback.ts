import * as contract from '../contract/cashback.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

export const fetchCashbackWallet = () => call(contract.getCashbackWallet);

/** The whole balance. */
export const withdrawCashback = (idempotencyKey: string) =>
  call(contract.withdrawCashback, { idempotencyKey });

export const fetchCashbackProgress = () =>
  call(contract.getCashbackProgress, {
    parameters: { campaignId: environment().site.campaign.id },
  });
