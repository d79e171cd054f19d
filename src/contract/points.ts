import { array, type Infer, integer, number, object, string, type } from 'superstruct';
import { get, send } from './endpoint.ts';
import { Id, list, maybe } from './primitives.ts';

export const PointsWallet = type({ balance: number(), status: maybe(string()) });
export type PointsWallet = Infer<typeof PointsWallet>;

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

export const getPointsWallet = get({
  path: '/api/campaign/engine/collect-to-win/wallet',
  access: 'consumer',
  answer: PointsWallet,
});

const checkout = '/api/campaign/engine/collect-to-win/checkout';

export const listRedemptions = get({
  path: checkout,
  access: 'consumer',
  answer: array(Redemption),
});

export const redeem = send('POST', {
  path: checkout,
  access: 'consumer',
  body: object({ items: array(object({ prizeId: Id, quantity: integer() })) }),
  answer: maybe(Redemption),
});
