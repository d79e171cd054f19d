import type { ApartQueries, Queries } from '../db/database.ts';
import { type Sequence, takeCounters } from './lucky-number-queries.ts';

interface Waiting {
  quantity: number;
  resolve: (first: number | null) => void;
  reject: (error: unknown) => void;
}

/** Those of one sequence that ask while a statement is under way are served by the next one. */
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

/** Transactions that have the row of a sequence until their commit. */
const holding = new WeakSet<Queries>();

const opened = new WeakMap<ApartQueries, Map<string, Reservations>>();

/**
 * The first of the positions that a receipt gets; null when too few are left for it. Near the end of a
 * sequence, and with a database of one connection, others wait for its commit, and nothing is lost.
 */
export async function reserveCounters(
  queries: Queries,
  request: Sequence & { quantity: number; isProven: boolean },
): Promise<number | null> {
  const { apart } = queries;
  // Those together would wait for a sequence that this transaction holds, and it for them.
  const isAlone = !apart || holding.has(queries);
  const first = isAlone ? null : await reserveTogether(apart, request);
  if (first !== null) return first;
  holding.add(queries);
  return takeCounters(queries, request);
}

/**
 * For good, so that no receipt waits for another one's commit: positions of a receipt that comes to
 * nothing stay unused, and the close declares them. Null near the end of the sequence.
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
