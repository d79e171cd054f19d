import { hash } from 'node:crypto';
import { dayMs, minuteMs } from '../../../rules/dates.ts';
import type { Database, Queries } from '../../db/database.ts';
import {
  countHit,
  deleteBucket,
  readHits,
  renewBucket,
  takeBackHit,
} from '../../db/queries/rate-limits.ts';
import { customerNetworkOf, networkOf, networksPerCustomer } from '../../ip-address.ts';
import type { QueueEntry, SlowLane } from '../queues.ts';

/**
 * Wrong passwords in 15 minutes. Of those for one account, from anywhere or from the networks of
 * one IPv6 customer, so many are answered at once; the others, up to all, take turns that are
 * spread out, so that a stranger with many networks leaves some for its owner. `network` may be a
 * town behind one address: past it one every six seconds, 300 in all. Accounts that signed in from
 * a network lately are counted apart, so guessing does not lock them out.
 */
const maxAttempts = {
  accountHere: 10,
  accountCustomer: { atOnce: 20, all: 40 },
  account: { atOnce: 50, all: 100 },
  network: 150,
};
const windowMs = 15 * minuteMs;
const windowSeconds = windowMs / 1000;
const knownSeconds = (30 * dayMs) / 1000;

/** Attempts per minute from a network where the account signed in lately, right ones included. */
const maxKnownPerMinute = 60;

export interface Attempts {
  recognise(account: string, address: string): Promise<Visitor>;
  remember(queries: Queries, account: string, address: string): Promise<void>;
  mayEmail(account: string, limit: { emails: number; seconds: number }): Promise<boolean>;
  clearFailures(account: string, address: string): Promise<void>;
}

export interface Visitor {
  /** The queue in which the password waits: a network's unknown visitors share one. */
  readonly queueEntry: QueueEntry;
  /** Counts the visit. @returns milliseconds to wait; null when too many wait already */
  takeTurn(): Promise<number | null>;
  /** Counts one attempt; null when there were too many. */
  begin(): Promise<Attempt | null>;
}

interface Attempt {
  /** Takes the attempt off the counters, because a right password is no guess. */
  succeeded(): Promise<void>;
}

/** Of one attempt: it counts for its network and, with IPv6, for the customer who has that. */
function openNetworkCounter(
  database: Database,
  now: () => Date,
  { network, customer }: Pick<ReturnType<typeof bucketsOf>, 'network' | 'customer'>,
) {
  const countedBuckets: string[] = [];
  const count = async (bucket: string) => {
    countedBuckets.push(bucket);
    return (await countHit(database, bucket, windowSeconds, now())).hits;
  };
  return {
    /** @returns the bucket that is full, if one is */
    async countAttempt(): Promise<string | null> {
      const fullNetwork = (await count(network)) > maxAttempts.network ? network : null;
      if (!customer) return fullNetwork;
      // Attempts of a full network do not count for the customer, whose other networks would wait too.
      const hits = fullNetwork ? await readHits(database, customer, now()) : await count(customer);
      return hits >= maxAttempts.network * networksPerCustomer ? customer : fullNetwork;
    },
    async takeBack(): Promise<void> {
      for (const bucket of countedBuckets) await takeBackHit(database, bucket);
    },
  };
}

export function openAttempts(database: Database, now: () => Date, slowLane: SlowLane): Attempts {
  const count = async (bucket: string, seconds: number) =>
    (await countHit(database, bucket, seconds, now())).hits;

  async function recognise(account: string, address: string): Promise<Visitor> {
    const buckets = bucketsOf(account, address);
    const { accountHere, accountCustomer, everywhere, network, customer, known } = buckets;
    const isKnown = (await readHits(database, known, now())) > 0;

    const networks = openNetworkCounter(database, now, { network, customer });
    const isFullHere = async (read: (bucket: string) => Promise<number>, tries: number) => {
      if ((await read(accountHere)) + tries > maxAttempts.accountHere) return true;
      if (isKnown || !accountCustomer) return false;
      return (await read(accountCustomer)) + tries > maxAttempts.accountCustomer.all;
    };
    const countHere = () => isFullHere((bucket) => count(bucket, windowSeconds), 0);
    const takeNetworkTurn = async () => {
      const fullBucket = await networks.countAttempt();
      return fullBucket ? slowLane.take(fullBucket) : 0;
    };
    const takePacedTurn = async (
      bucket: string,
      { atOnce, all }: { atOnce: number; all: number },
    ) => {
      const read = (counted: string) => readHits(database, counted, now());
      const hits = await read(bucket);
      // An attempt that is refused anyway must not take a turn.
      if (hits < atOnce || hits >= all || (await isFullHere(read, 1))) return 0;
      return slowLane.take(bucket, windowMs / (all - atOnce));
    };
    /** Refusals count for the network too: who asks all the time would get each turn first. */
    const takeAccountTurn = async () => {
      const customerDelay = accountCustomer
        ? await takePacedTurn(accountCustomer, maxAttempts.accountCustomer)
        : 0;
      if (customerDelay === null) {
        await count(accountHere, windowSeconds);
        return null;
      }
      const delay = await takePacedTurn(everywhere, maxAttempts.account);
      if (delay !== null) return Math.max(customerDelay, delay);
      await countHere();
      return null;
    };
    return {
      queueEntry: { queueKey: isKnown ? known : network, hasPriority: isKnown },
      async takeTurn() {
        if (isKnown) return (await count(`often ${known}`, 60)) > maxKnownPerMinute ? null : 0;
        const networkDelay = await takeNetworkTurn();
        if (networkDelay === null) return null;
        const accountDelay = await takeAccountTurn();
        if (accountDelay !== null) return Math.max(networkDelay, accountDelay);
        await networks.takeBack();
        return null;
      },
      async begin() {
        const isBlockedHere = await countHere();
        const attempts = isBlockedHere ? 0 : await count(everywhere, windowSeconds);
        if (isBlockedHere || (attempts > maxAttempts.account.all && !isKnown)) {
          // No password is compared here, so the attempt does not count for the network.
          await networks.takeBack();
          return null;
        }
        return {
          async succeeded() {
            await renewBucket(database, known, knownSeconds, now());
            for (const bucket of [accountHere, accountCustomer]) {
              if (bucket) await deleteBucket(database, bucket);
            }
            await takeBackHit(database, everywhere);
            await networks.takeBack();
          },
        };
      },
    };
  }

  return {
    recognise,
    async remember(queries, account, address) {
      await renewBucket(queries, bucketsOf(account, address).known, knownSeconds, now());
    },
    mayEmail: async (account, { emails, seconds }) =>
      (await count(`email ${hashOfAccount(account)}`, seconds)) <= emails,
    async clearFailures(account, address) {
      const { accountHere, accountCustomer, everywhere } = bucketsOf(account, address);
      for (const bucket of [accountHere, accountCustomer, everywhere]) {
        if (bucket) await deleteBucket(database, bucket);
      }
    },
  };
}

function bucketsOf(account: string, address: string) {
  const customer = customerNetworkOf(address);
  const everywhere = `sign-in ${hashOfAccount(account)}`;
  return {
    accountHere: `${everywhere} ${networkOf(address)}`,
    accountCustomer: customer && `${everywhere} ${customer}`,
    everywhere,
    network: `sign-in ${networkOf(address)}`,
    customer: customer && `sign-in ${customer}`,
    // Account and network are hashed together: the table must not show who signed in where.
    known: `came in ${hashOfAccount(`${account} ${networkOf(address)}`)}`,
  };
}

function hashOfAccount(account: string): string {
  return hash('sha256', account, 'base64url');
}
