import { array, type Infer, integer, number, object, string, type } from 'superstruct';
import { InstantPaymentKeyType } from './consumer.ts';
import { get, post, send } from './endpoint.ts';
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
        /** Paid no earlier, because its key had just replaced another. */
        payableFrom: maybe(string()),
      }),
    ),
  ),
});
export type CashbackWallet = Infer<typeof CashbackWallet>;

export const getCashbackWalletEndpoint = get({
  path: '/api/campaign/engine/cashback/wallet',
  access: 'consumer',
  answer: CashbackWallet,
});

export const withdrawCashbackEndpoint = post({
  path: '/api/campaign/engine/cashback/wallet/withdraw',
  access: 'consumer',
  answer: Unread,
});

export const getCashbackProgressEndpoint = get({
  path: '/api/campaign/:campaignId/cashback/progress',
  access: 'public',
  answer: type({ spent: number(), total: maybe(number()) }),
});

export const PointsWallet = type({ balance: number(), status: maybe(string()) });
export type PointsWallet = Infer<typeof PointsWallet>;

export const getPointsWalletEndpoint = get({
  path: '/api/campaign/engine/collect-to-win/wallet',
  access: 'consumer',
  answer: PointsWallet,
});

export const Redemption = type({
  id: Id,
  createdAt: string(),
  totalPoints: number(),
  items: list(
    array(
      type({
        prize: type({ id: Id, description: string() }),
        quantity: number(),
        totalPoints: number(),
      }),
    ),
  ),
  storeIntegrationOrder: maybe(type({ status: maybe(string()) })),
});
export type Redemption = Infer<typeof Redemption>;

const checkout = '/api/campaign/engine/collect-to-win/checkout';

export const listRedemptionsEndpoint = get({
  path: checkout,
  access: 'consumer',
  answer: array(Redemption),
});

export const redeemEndpoint = send('POST', {
  path: checkout,
  access: 'consumer',
  body: object({ items: array(object({ prizeId: Id, quantity: integer() })) }),
  answer: maybe(Redemption),
});
