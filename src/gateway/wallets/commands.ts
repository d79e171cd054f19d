import { type WithdrawalStatus, withdrawalStatuses } from '../../rules/labels.ts';
import { formatMoney } from '../../rules/money.ts';
import { namedCampaign } from '../cli/campaign-option.ts';
import { type Command, idsOf, oneOf } from '../cli/command.ts';
import { eachOf } from '../cli/each-of.ts';
import { filterUsage, listPage, pageUsage } from '../cli/list-options.ts';
import type { Queries } from '../db/database.ts';
import type { ListPage } from '../db/queries/list-filter.ts';
import { isApiError } from '../http/api-error.ts';
import { findWithdrawals } from './queries.ts';
import { settleWithdrawal } from './withdraw.ts';

const payments: Exclude<WithdrawalStatus, 'PENDING'>[] = ['TRANSFER_REQUESTED', 'SUCCESS', 'ERROR'];

export const walletCommands: Command[] = [
  {
    usage: `withdrawals list ${filterUsage} [--key <pix key>] ${pageUsage}`,
    does: `lists cashback withdrawals, newest first; --status: ${withdrawalStatuses.join(', ')}`,
    run: async (call) => {
      const kind = { statuses: withdrawalStatuses, keyOf: (text: string) => text };
      const find = (page: ListPage) => findWithdrawals(call.database, page);
      const withdrawals = await listPage(call, kind, find);
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
    usage: 'withdrawals settle <id>... <status>',
    does: `tells what became of one or several withdrawals: ${payments.join(', ')}`,
    run: (call) => {
      const { words, now } = call;
      const to = oneOf(payments, words.at(-1));
      const ids = idsOf(words.slice(0, -1));
      return eachOf(call, { table: 'cashback_entries', ids }, async (queries, id) => {
        const settled = await settleWithdrawal(queries, { id, to, now });
        return isApiError(settled) ? settled : [settled];
      });
    },
  },
  {
    usage: 'wallets negative',
    does: 'lists people who spent rewards of a receipt that was rejected later',
    run: async ({ database, options }) =>
      (await findNegativeWallets(database, await namedCampaign(database, options))).map(
        ({ id, name, centavos, points }) => ({
          consumer: id,
          name,
          cashback: formatMoney(centavos),
          points,
        }),
      ),
  },
];

export function findNegativeWallets(
  queries: Queries,
  campaignId: number | null,
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
     where (centavos < 0 or points < 0) and ($1::integer is null or campaign_id = $1)
     order by id`,
    [campaignId],
  );
}
