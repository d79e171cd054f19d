import type { WithdrawalStatus } from '../../rules/labels.ts';
import { formatMoney } from '../../rules/money.ts';
import { findWithdrawals } from '../db/queries/cashback.ts';
import { findNegativeWallets } from '../db/queries/owing-consumers.ts';
import { settleWithdrawal } from '../engine/settle-withdrawal.ts';
import { isApiError } from '../http/refusal.ts';
import { type Command, idOf, oneOf } from './command.ts';

const payments: Exclude<WithdrawalStatus, 'PENDING'>[] = ['TRANSFER_REQUESTED', 'SUCCESS', 'ERROR'];

/** Cashback that is withdrawn, and wallets below zero. */
export const walletCommands: Command[] = [
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
        return isApiError(settled) ? settled : [settled];
      }),
  },
  {
    usage: 'wallets negative',
    does: 'lists whoever spent rewards of a receipt that was rejected later',
    run: async ({ database }) =>
      (await findNegativeWallets(database)).map(({ id, name, centavos, points }) => ({
        consumer: id,
        name,
        cashback: formatMoney(centavos),
        points,
      })),
  },
];
