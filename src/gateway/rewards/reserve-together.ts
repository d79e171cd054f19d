import type { ApartQueries, Queries } from '../db/database.ts';
import { type Sequence, takeCounters } from './lucky-number-queries.ts';

interface Waiting {
  quantity: number;
  resolve: (first: number | null) => void;
  reject: (error: unknown) => void;
}

/** Requests for one sequence that arrive while a statement runs share the next statement. */
class Reservations {
  readonly #take: (quantity: number) => Promise<number | null>;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(take: (quantity: number) => Promise<number | null>) {
    this.#take = take;
  }

  reserve(quantity: number): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ quantity, resolve, reject });
      if (!this.#isBusy) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting;
      this.#waiting = [];
      const quantity = together.reduce((sum, each) => sum + each.quantity, 0);
      try {
        let next = await this.#take(quantity);
        for (const each of together) {
          each.resolve(next);
          if (next !== null) next += each.quantity;
        }
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isBusy = false;
  }
}

/** Transactions that hold the row lock of a sequence until their commit. */
const holding = new WeakSet<Queries>();

const opened = new WeakMap<ApartQueries, Map<string, Reservations>>();

/**
 * @returns the first of the receipt's positions; null when too few are left. Near the end of a
 * sequence, and with a single database connection, it takes them in the receipt's own transaction, so
 * that a rollback loses none.
 */
export async function reserveCounters(
  queries: Queries,
  request: Sequence & { quantity: number; isProven: boolean },
): Promise<number | null> {
  const { apart } = queries;
  // A shared statement would wait for the lock of this transaction, which waits for the statement.
  const isAlone = !apart || holding.has(queries);
  const first = isAlone ? null : await reserveTogether(apart, request);
  if (first !== null) return first;
  holding.add(queries);
  return takeCounters(queries, request);
}

/**
 * Commits at once, so that no receipt waits for another one's commit. Positions of a receipt that is
 * rolled back stay unused, which the close declares. Null near the end of the sequence.
 */
function reserveTogether(
  apart: ApartQueries,
  { campaignId, engineId, quantity }: Sequence & { quantity: number },
): Promise<number | null> {
  const sequences = opened.get(apart) ?? new Map<string, Reservations>();
  opened.set(apart, sequences);
  const name = `${campaignId}/${engineId}`;
  const known = sequences.get(name);
  if (known) return known.reserve(quantity);
  const reservations = new Reservations((wanted) =>
    takeCounters(apart, { campaignId, engineId, quantity: wanted, isProven: false }),
  );
  sequences.set(name, reservations);
  return reservations.reserve(quantity);
}
