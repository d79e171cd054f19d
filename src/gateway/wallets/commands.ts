import { formatMoney } from '../../rules/money.ts';
import {
  normalisePaymentKey,
  withdrawalStatuses,
} from '../../rules/rewards/withdrawal-and-payment-key.ts';
import {
  type Command,
  type CommandCall,
  campaignIdOption,
  idOf,
  idsOf,
  runForEach,
} from '../cli/command.ts';
import { filterUsage, listPage, pageUsage } from '../cli/list-options.ts';
import { type ConsumerRecord, changeWalletStatus } from '../db/queries/consumers.ts';
import type { ListPage } from '../db/queries/list-filters.ts';
import { refuse } from '../refusal.ts';
import { findNegativeWallets, findWithdrawals } from './queries.ts';

export const walletCommands: Command[] = [
  {
    usage: `withdrawals list ${filterUsage} [--key <pix key>] [--batch <number>] ${pageUsage}`,
    does: `
      lists cashback withdrawals, newest first; --status: ${withdrawalStatuses.join(', ')};
      held names one that waits although its owner’s wallet is blocked,
      or owes cashback because a receipt was denied later: it goes into no file,
      and is not to be paid by hand;
      payableFrom: no file takes it earlier, as its Pix key had just replaced another
      (pay no new account by hand before it, either);
      doubted is yes while the tax office doubts an approved receipt of the owner (receipts
      doubted)`,
    run: async (call) => {
      const kind = { statuses: withdrawalStatuses, keyOf: normalisePaymentKey };
      const batch = call.options.batch === undefined ? null : idOf(call.options.batch);
      const find = (page: ListPage) => findWithdrawals(call.database, { ...page, batch });
      const withdrawals = await listPage(call, kind, find);
      return withdrawals.map(({ id, valueCentavos, createdAt, ...withdrawal }) => ({
        id,
        status: withdrawal.status,
        value: formatMoney(valueCentavos),
        requestedAt: createdAt,
        consumer: withdrawal.consumerId,
        name: withdrawal.consumerName,
        held: withdrawal.obstacle,
        payableFrom: withdrawal.payableFrom,
        doubted: withdrawal.isOwnerDoubted ? 'yes' : null,
        keyType: withdrawal.paymentKeyType,
        paymentKey: withdrawal.paymentKey,
        account: withdrawal.account,
        batch: withdrawal.batch,
      }));
    },
  },
  {
    usage: 'wallets block <consumer>...',
    does: 'holds back a person’s withdrawals and orders for points, waiting ones too, such as on suspicion of fraud',
    run: (call) => changeWallets(call, 'BLOCKED'),
  },
  {
    usage: 'wallets unblock <consumer>...',
    does: 'ends the block; withdrawals that waited go into the next file for the bank',
    run: (call) => changeWallets(call, 'ACTIVE'),
  },
  {
    usage: 'wallets negative',
    does: 'lists people who spent rewards of a receipt that was denied later',
    run: async ({ database, options }) =>
      (await findNegativeWallets(database, await campaignIdOption(database, options))).map(
        ({ id, name, centavos, points }) => ({
          consumer: id,
          name,
          cashback: formatMoney(centavos),
          points,
        }),
      ),
  },
];

function changeWallets(call: CommandCall, walletStatus: ConsumerRecord['walletStatus']) {
  return runForEach(call, { table: 'consumers', ids: idsOf(call.words) }, async (queries, id) =>
    (await changeWalletStatus(queries, { id, walletStatus }))
      ? [{ consumer: id, wallet: walletStatus }]
      : refuse('NOT_FOUND'),
  );
}
