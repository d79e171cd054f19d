import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { carriedMessage, seriesExhaustedMessage } from '../../rules/messages/receipt-messages.ts';
import { formatLuckyNumber } from '../../rules/rewards/lucky-number-format.ts';
import { luckyNumbers, numberSpace } from '../../rules/rewards/lucky-numbers.ts';
import { luckyNumbersByRules } from '../../rules/rewards/numbers-earned.ts';
import type { AutocommitQueries, Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { findCachedSecret } from '../db/queries/secrets.ts';
import { deriveHiddenOwner } from '../ledger/log-key.ts';
import type { EngineRun } from './engine.ts';
import { findCarriedCentavos } from './engine-order-queries.ts';
import { advanceSequence, areCountersLeft, type VoidedNumber } from './lucky-number-queries.ts';

/** Gives all numbers or none. An unproven receipt gets numbers of the last tenth once approved. */
export const earnLuckyNumbers: EngineRun = async (queries, { engine, key }, receipt) => {
  const { consumer, id: receiptId } = receipt;
  const { engineId } = key;
  const cumulative = engine.cumulative === true;
  const carried = await findCarriedCentavos(queries, consumer.id, { engine, key });
  const earned = luckyNumbersByRules(receipt.lines, engine.details.rules, { cumulative, carried });
  const carriedCentavos = earned.carried;
  const quantity = earned.regular + earned.bonus;
  if (quantity === 0) {
    if (carriedCentavos === 0) return { status: 'NOT_ELIGIBLE' };
    const message = carriedMessage(carriedCentavos);
    return { status: 'NOT_ELIGIBLE', message, isProgress: true, carriedCentavos };
  }
  const request = { ...key, quantity };
  const secret = Buffer.from(await findCachedSecret(queries, drawSecretName(key)), 'hex');
  const first = await takeCounters(queries, { ...request, isProven: receipt.isProven });
  if (first === null) {
    const isReserved = !receipt.isProven && (await areCountersLeft(queries, request));
    return isReserved
      ? { status: 'TO_REQUEST' }
      : { status: 'NOT_ELIGIBLE', message: seriesExhaustedMessage, carriedCentavos };
  }
  const space = numberSpace(engine.details);
  const numberAt = luckyNumbers(secret, space);
  const numbers = Array.from({ length: quantity }, (_, index) => ({
    engineId,
    ...numberAt(first + index),
    counter: first + index,
    kind: index < earned.regular ? ('MAIN' as const) : ('BONUS' as const),
  }));
  const entry: LedgerEntry = {
    type: 'NUMBERS_ISSUED',
    engine: engineId,
    receipt: receiptId,
    owner: await deriveHiddenOwner(queries, { ...key, receiptId }, consumer.pseudonym),
    first,
    numbers: numbers.map(formatLuckyNumber),
  };
  const issued = { luckyNumbers: numbers, carriedCentavos, entries: [entry] };
  return { status: 'REQUESTED', rewarded: true, ...issued };
};

export function drawSecretName({ campaignId, engineId }: EngineKey): string {
  return `lucky-numbers/${campaignId}/${engineId}`;
}

export function voidedEntries(voided: readonly VoidedNumber[]): LedgerEntry[] {
  const groups = Map.groupBy(voided, ({ receiptId, engineId }) => `${receiptId} ${engineId}`);
  return [...groups.values()].flatMap((numbers): LedgerEntry[] => {
    const [first] = numbers;
    if (!first) return [];
    const voidedNumbers = numbers.map(formatLuckyNumber).sort();
    const { engineId: engine, receiptId: receipt } = first;
    return [{ type: 'NUMBERS_VOIDED', engine, receipt, numbers: voidedNumbers }];
  });
}

interface Waiter {
  quantity: number;
  resolve: (first: number | null) => void;
  reject: (error: unknown) => void;
}

/** Group commit: requests for one sequence that arrive while a statement runs share the next. */
class CounterBatches {
  readonly #advance: (quantity: number) => Promise<number | null>;
  #waiting: Waiter[] = [];
  #isBusy = false;

  constructor(advance: (quantity: number) => Promise<number | null>) {
    this.#advance = advance;
  }

  take(quantity: number): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ quantity, resolve, reject });
      if (!this.#isBusy) void this.#processQueue();
    });
  }

  async #processQueue(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const waiters = this.#waiting;
      this.#waiting = [];
      const quantity = waiters.reduce((sum, waiter) => sum + waiter.quantity, 0);
      try {
        let next = await this.#advance(quantity);
        for (const waiter of waiters) {
          waiter.resolve(next);
          if (next !== null) next += waiter.quantity;
        }
      } catch (error) {
        for (const { reject } of waiters) reject(error);
      }
    }
    this.#isBusy = false;
  }
}

/** Transactions that hold the row lock of a sequence until their commit. */
const sequenceLockHolders = new WeakSet<Queries>();

const batchesByDatabase = new WeakMap<AutocommitQueries, Map<string, CounterBatches>>();

/**
 * @returns the first of the receipt's counters; null when too few are left. Near the end of a
 * sequence, and with a single database connection, it takes them in the receipt's own transaction,
 * so that a rollback loses none.
 */
export async function takeCounters(
  queries: Queries,
  request: EngineKey & { quantity: number; isProven: boolean },
): Promise<number | null> {
  const { autocommit } = queries;
  // A shared statement would wait for the lock of this transaction, which waits for the statement.
  const mustStayInTransaction = !autocommit || sequenceLockHolders.has(queries);
  const first = mustStayInTransaction ? null : await takeTogether(autocommit, request);
  if (first !== null) return first;
  sequenceLockHolders.add(queries);
  return advanceSequence(queries, request);
}

/**
 * Commits at once, so that no receipt waits for another one's commit. Counters of a receipt that is
 * rolled back stay unused, which the close declares. Null near the end of the sequence.
 */
function takeTogether(
  autocommit: AutocommitQueries,
  { campaignId, engineId, quantity }: EngineKey & { quantity: number },
): Promise<number | null> {
  const sequences = batchesByDatabase.get(autocommit) ?? new Map<string, CounterBatches>();
  batchesByDatabase.set(autocommit, sequences);
  const name = `${campaignId}/${engineId}`;
  const batches =
    sequences.get(name) ??
    new CounterBatches((total) =>
      advanceSequence(autocommit, { campaignId, engineId, quantity: total, isProven: false }),
    );
  sequences.set(name, batches);
  return batches.take(quantity);
}
