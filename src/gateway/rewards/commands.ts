import { isProven } from '../../rules/receipt-review.ts';
import { type Command, idOf, oneOf, type Row } from '../cli/command.ts';
import type { Queries } from '../db/database.ts';
import { lockOwner } from '../db/queries/consumers.ts';
import { type ApiError, apiError } from '../http/api-error.ts';
import {
  findWonPrizes,
  lockWonPrize,
  markHandedOut,
  type PrizeOfReceipt,
} from './instant-prize-queries.ts';

const prizeStates = ['WAITING', 'READY', 'HANDED_OUT'] as const;
type PrizeState = (typeof prizeStates)[number];

export const prizeCommands: Command[] = [
  {
    usage: 'prizes list [--status <waiting, ready or handed_out>]',
    does: [
      'lists the instant prizes that were won, in the order in which they were: waiting for the',
      'approval of their receipt, or its confirmation by the tax office; ready to be sent; sent',
    ].join('\n'),
    run: async ({ database, options: { status } }) => {
      const wanted = status === undefined ? null : oneOf(prizeStates, status);
      const prizes = await findWonPrizes(database);
      return prizes.filter((prize) => !wanted || stateOf(prize) === wanted).map(rowOf);
    },
  },
  {
    usage: 'prizes hand-out <receipt>',
    does: [
      'notes that the prize of a receipt was sent to its winner; refused before the receipt is',
      'approved or confirmed. A receipt that is rejected afterwards frees no prize for the next one',
    ].join('\n'),
    run: ({ database, words, now }) => {
      const receiptId = idOf(words[0]);
      return database.transaction((queries) => handOut(queries, { receiptId, now }));
    },
  },
];

async function handOut(
  queries: Queries,
  { receiptId, now }: { receiptId: number; now: Date },
): Promise<readonly Row[] | ApiError> {
  await lockOwner(queries, 'receipts', receiptId);
  const prize = await lockWonPrize(queries, receiptId);
  if (!prize) return apiError('NOT_FOUND');
  const state = stateOf(prize);
  if (state !== 'READY') return apiError('NOT_ALLOWED_NOW', { message: refusals[state] });
  await markHandedOut(queries, { receiptId, now });
  return [rowOf({ ...prize, handedOutAt: now })];
}

const refusals = {
  WAITING: 'A nota deste prêmio ainda não foi aprovada.',
  HANDED_OUT: 'Este prêmio já foi entregue.',
};

function stateOf(prize: PrizeOfReceipt): PrizeState {
  if (prize.handedOutAt) return 'HANDED_OUT';
  return isProven(prize) ? 'READY' : 'WAITING';
}

function rowOf(prize: PrizeOfReceipt): Row {
  return {
    receipt: prize.receiptId,
    status: stateOf(prize),
    prize: prize.campaignPrizeId,
    consumer: prize.consumerId,
    wonAt: prize.wonAt.toISOString(),
    handedOutAt: prize.handedOutAt?.toISOString() ?? null,
  };
}
