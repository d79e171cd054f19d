import { type RedemptionStatus, redemptionStatuses } from '../../rules/rewards/redeem.ts';
import { runForEach } from '../cli/acts.ts';
import { type Command, idsOf, oneOf } from '../cli/command.ts';
import { filterUsage, listPage, pageUsage } from '../cli/list-options.ts';
import { UsageError } from '../cli/options.ts';
import type { ListPage } from '../db/queries/list-filter.ts';
import { isApiError } from '../refusal.ts';
import { findRedemptionPage } from './queries.ts';
import { describeItems, moveRedemptionTo } from './redeem.ts';

const targetStatuses: RedemptionStatus[] = [
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
    usage: `redemptions list ${filterUsage} ${pageUsage}`,
    does: [
      `lists redeemed orders, newest first; --status: ${redemptionStatuses.join(', ')};`,
      'held names whose wallet is blocked, or who owes points because a receipt was rejected later',
    ].join('\n'),
    run: async (call) => {
      const find = (page: ListPage) => findRedemptionPage(call.database, page);
      const orders = await listPage(call, { statuses: redemptionStatuses }, find);
      return orders.map(({ id, consumerId, totalPoints, items, createdAt, ...order }) => ({
        id,
        status: order.status,
        redeemedAt: createdAt,
        consumer: consumerId,
        held: order.held,
        points: totalPoints,
        items: describeItems(items),
      }));
    },
  },
  {
    usage: 'redemptions move <id>... <status> [--code <of the carrier>]',
    does: [
      `moves one or several redeemed orders along: ${targetStatuses.join(', ')};`,
      'the email about one that is shipped names its code. One that is held is only cancelled or completed',
    ].join('\n'),
    run: (call) => {
      const { words, options } = call;
      const to = oneOf(targetStatuses, words.at(-1));
      const ids = idsOf(words.slice(0, -1));
      if (options.code !== undefined && (to !== 'SHIPPED' || ids.length > 1)) {
        throw new UsageError('--code is of one order that is shipped.');
      }
      const trackingCode = options.code?.trim() || null;
      return runForEach(call, { table: 'redemptions', ids }, async (queries, id, now) => {
        const redemption = await moveRedemptionTo(queries, { id, to, trackingCode, now });
        return isApiError(redemption) ? redemption : [{ id, ...redemption }];
      });
    },
  },
];
