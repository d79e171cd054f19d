import { formatMoney } from '../../rules/money.ts';
import { findOwingConsumers } from '../db/queries/owing-consumers.ts';
import type { Command } from './command.ts';

/** Wallets below zero: what a receipt earned was spent before the receipt was rejected. */
export const walletCommands: Command[] = [
  {
    usage: 'wallets negative',
    does: 'lists whoever spent rewards of a receipt that was rejected later',
    run: async ({ database }) =>
      (await findOwingConsumers(database)).map(({ id, name, centavos, points }) => ({
        consumer: id,
        name,
        cashback: formatMoney(centavos),
        points,
      })),
  },
];
