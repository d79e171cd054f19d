import type { RedemptionStatus } from '../../rules/redeem.ts';
import { type Command, idOf, oneOf } from '../cli/command.ts';
import { isApiError } from '../http/api-error.ts';
import { moveRedemptionTo } from './move.ts';
import { findRedemptionsByStatus } from './queries.ts';

const deliveries: RedemptionStatus[] = [
  'REQUESTED',
  'CONFIRMED',
  'BILLED',
  'SHIPPED',
  'AWAITING_WITHDRAW',
  'COMPLETED',
  'CANCELED',
];

export const redemptionCommands: Command[] = [
  {
    usage: 'redemptions list [--status <status>]',
    does: 'lists redeemed orders, newest first',
    run: async ({ database, options: { status } }) => {
      const orders = await findRedemptionsByStatus(database, status?.toUpperCase() ?? null);
      return orders.map(({ id, consumerId, totalPoints, items, createdAt, ...order }) => ({
        id,
        status: order.status,
        redeemedAt: createdAt.toISOString(),
        consumer: consumerId,
        points: totalPoints,
        items: items.map(({ prize, quantity }) => `${quantity} ${prize.description}`).join(', '),
      }));
    },
  },
  {
    usage: 'redemptions move <id> <status>',
    does: `moves a redeemed order along: ${deliveries.join(', ')}`,
    run: ({ database, words: [id, status], now }) =>
      database.transaction(async (queries) => {
        const move = { id: idOf(id), to: oneOf(deliveries, status), now };
        const moved = await moveRedemptionTo(queries, move);
        return isApiError(moved) ? moved : [{ id: move.id, ...moved }];
      }),
  },
];
