import type { WithdrawalStatus } from '../../rules/labels.ts';
import { formatMoney } from '../../rules/money.ts';
import type { RedemptionStatus } from '../../rules/redemption-status.ts';
import { findWithdrawals } from '../db/queries/cashback.ts';
import { findRedemptionsByStatus } from '../db/queries/redemptions.ts';
import { moveRedemptionTo } from '../engine/move-redemption.ts';
import { settleWithdrawal } from '../engine/settle-withdrawal.ts';
import { isRefusal } from '../http/refusal.ts';
import { type Command, idOf, oneOf } from './command.ts';

const payments: Exclude<WithdrawalStatus, 'PENDING'>[] = ['TRANSFER_REQUESTED', 'SUCCESS', 'ERROR'];

const deliveries: RedemptionStatus[] = [
  'REQUESTED',
  'CONFIRMED',
  'BILLED',
  'SHIPPED',
  'AWAITING_WITHDRAW',
  'COMPLETED',
  'CANCELED',
];

/** What leaves the house: money that is withdrawn, prizes that points bought. */
export const deliveryCommands: Command[] = [
  {
    usage: 'withdrawals list [--status <status>]',
    does: 'lists cashback withdrawals, newest first',
    run: async ({ database, options: { status } }) => {
      const withdrawals = await findWithdrawals(database, status?.toUpperCase() ?? null);
      return withdrawals.map(({ id, valueCentavos, createdAt, ...withdrawal }) => ({
        id,
        status: withdrawal.status,
        value: formatMoney(valueCentavos),
        requestedAt: createdAt.toISOString(),
        consumer: withdrawal.consumerId,
        name: withdrawal.consumerName,
        keyType: withdrawal.paymentKeyType,
        paymentKey: withdrawal.paymentKey,
      }));
    },
  },
  {
    usage: 'withdrawals settle <id> <status>',
    does: `tells what became of a withdrawal: ${payments.join(', ')}`,
    run: ({ database, words: [id, status], now }) =>
      database.transaction(async (queries) => {
        const settlement = { id: idOf(id), to: oneOf(payments, status), now };
        const settled = await settleWithdrawal(queries, settlement);
        return isRefusal(settled) ? settled : [settled];
      }),
  },
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
        return isRefusal(moved) ? moved : [{ id: move.id, ...moved }];
      }),
  },
];
