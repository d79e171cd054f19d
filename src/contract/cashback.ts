import { array, type Infer, number, string, type } from 'superstruct';
import { InstantPaymentKeyType } from './consumer.ts';
import { get, post } from './endpoint.ts';
import { Id, list, maybe, Unread } from './primitives.ts';

/** Amounts are decimal reais. */
export const CashbackWallet = type({
  balance: number(),
  status: string(),
  transactions: list(
    array(
      type({
        id: Id,
        type: string(),
        status: string(),
        value: number(),
        createdAt: string(),
        /** The Pix key that a withdrawal goes to; a key that is chosen later is not for it. */
        paymentKey: maybe(type({ type: InstantPaymentKeyType, value: string() })),
      }),
    ),
  ),
});
export type CashbackWallet = Infer<typeof CashbackWallet>;

export const getCashbackWallet = get({
  path: '/api/campaign/engine/cashback/wallet',
  access: 'consumer',
  answer: CashbackWallet,
});

export const withdrawCashback = post({
  path: '/api/campaign/engine/cashback/wallet/withdraw',
  access: 'consumer',
  answer: Unread,
});

export const getCashbackProgress = get({
  path: '/api/campaign/:campaignId/cashback/progress',
  access: 'public',
  answer: type({ spent: number(), total: maybe(number()) }),
});
