import type { WithdrawalStatus } from '../../rules/labels.ts';
import { formatMoney } from '../../rules/money.ts';
import { type Command, idOf, oneOf } from '../cli/command.ts';
import type { Queries } from '../db/database.ts';
import { isApiError } from '../http/api-error.ts';
import { findWithdrawals } from './queries.ts';
import { settleWithdrawal } from './withdraw.ts';

const payments: Exclude<WithdrawalStatus, 'PENDING'>[] = ['TRANSFER_REQUESTED', 'SUCCESS', 'ERROR'];

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

export function findNegativeWallets(
  queries: Queries,
): Promise<{ id: number; name: string; centavos: number; points: number }[]> {
  return queries.query(
    `with cashback as (
       select consumer_id, sum(case when type = 'CREDIT' then 1 else -1 end * value_centavos) as centavos
       from cashback_entries where status <> 'ERROR' group by consumer_id
     ), collected as (
       select consumer_id, sum(points) as points from points_entries group by consumer_id
     )
     select id, name, coalesce(centavos, 0)::bigint as centavos, coalesce(points, 0)::bigint as points
     from consumers
     left join cashback on cashback.consumer_id = id
     left join collected on collected.consumer_id = id
     where centavos < 0 or points < 0
     order by id`,
  );
}
