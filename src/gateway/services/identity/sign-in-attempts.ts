import { hash } from 'node:crypto';
import { dayMs, minuteMs } from '../../../rules/dates.ts';
import type { Database, Queries } from '../../db/database.ts';
import {
  countHit,
  deleteBucket,
  findHits,
  renewBucket,
  uncountHit,
} from '../../db/queries/rate-limits.ts';
import { customerNetworkOf, networkOf, networksPerCustomer } from '../../ip-address.ts';
import type { QueueEntry, SlowLane } from '../queues.ts';

/**
 * Wrong passwords in 15 minutes. From a network where the account signed in lately only the first
 * limit holds, so that guessing elsewhere does not lock its owner out.
 */
const maxAttempts = {
  /** At one account, from one network; more are refused. */
  accountHere: 10,
  /** At one account, from all networks of one IPv6 customer; past `atOnce` they take turns. */
  accountCustomer: { atOnce: 20, all: 40 },
  /** At one account: by turns, so that its owner gets some while a stranger guesses from many networks. */
  accountEverywhere: { atOnce: 50, all: 100 },
  /** At any account, from one network, perhaps a town's: beyond these, one every six seconds, up to 300. */
  network: 150,
};
const windowMs = 15 * minuteMs;
const windowSeconds = windowMs / 1000;
const signedInSeconds = (30 * dayMs) / 1000;

/** Attempts per minute from a network where the account signed in lately, right ones included. */
const maxPerMinuteHere = 60;

interface AttemptParts {
  database: Database;
  now: () => Date;
  slowLane: SlowLane;
}

export interface Attempts {
  openVisit(account: string, address: string): Promise<SignInVisit>;
  rememberSignIn(queries: Queries, account: string, address: string): Promise<void>;
  countEmail(
    account: string,
    limit: { emails: number; seconds: number },
  ): Promise<'ALLOWED' | 'LIMITED'>;
  clearFailures(account: string, address: string): Promise<void>;
}

interface Attempt {
  /** Takes the attempt off the counters, because a right password is no guess. */
  succeeded(): Promise<void>;
}

/** The trial of one password: `reserveTurn`, wait, `begin`, and `succeeded` if it is right. */
export class SignInVisit {
  /** The queue in which the password waits. Accounts new to a network share one queue. */
  readonly queueEntry: QueueEntry;
  readonly #parts: AttemptParts;
  readonly #buckets: Buckets;
  readonly #hasSignedInHere: boolean;
  /** Where the attempt was counted: for the network and, with IPv6, for the customer who has it. */
  readonly #countedNetworks: string[] = [];

  constructor(
    parts: AttemptParts,
    buckets: Buckets,
    { hasSignedInHere }: { hasSignedInHere: boolean },
  ) {
    this.queueEntry = {
      queueKey: hasSignedInHere ? buckets.signedInHere : buckets.network,
      hasPriority: hasSignedInHere,
    };
    this.#parts = parts;
    this.#buckets = buckets;
    this.#hasSignedInHere = hasSignedInHere;
  }

  /** Counts the visit. @returns milliseconds to wait; null when too many wait already */
  async reserveTurn(): Promise<number | null> {
    if (this.#hasSignedInHere) {
      const visits = await countIn(this.#parts, `often ${this.#buckets.signedInHere}`, 60);
      return visits > maxPerMinuteHere ? null : 0;
    }
    const networkDelay = await this.#reserveNetworkTurn();
    if (networkDelay === null) return null;
    const accountDelay = await this.#reserveAccountTurn();
    if (accountDelay !== null) return Math.max(networkDelay, accountDelay);
    await this.#takeBackNetworks();
    return null;
  }

  async begin(): Promise<Attempt | null> {
    const isBlockedHere = await this.#countForAccountHere();
    const attempts = isBlockedHere
      ? 0
      : await countIn(this.#parts, this.#buckets.accountEverywhere);
    if (isBlockedHere || (attempts > maxAttempts.accountEverywhere.all && !this.#hasSignedInHere)) {
      // No password is compared here, so the attempt does not count for the network.
      await this.#takeBackNetworks();
      return null;
    }
    return { succeeded: () => this.#succeeded() };
  }

  async #succeeded(): Promise<void> {
    const { database, now } = this.#parts;
    const { signedInHere, accountHere, accountCustomer, accountEverywhere } = this.#buckets;
    await renewBucket(database, signedInHere, signedInSeconds, now());
    await deleteBuckets(database, [accountHere, accountCustomer]);
    await uncountHit(database, accountEverywhere);
    await this.#takeBackNetworks();
  }

  async #reserveNetworkTurn(): Promise<number | null> {
    const fullNetwork = await this.#countNetworks();
    return fullNetwork ? this.#parts.slowLane.take(fullNetwork) : 0;
  }

  async #countNetworks(): Promise<string | null> {
    const { network, customer } = this.#buckets;
    const isFull = (await this.#countNetwork(network)) > maxAttempts.network;
    const fullNetwork = isFull ? network : null;
    if (!customer) return fullNetwork;
    // Attempts of a full network do not count for the customer: else all other networks would wait too.
    const hits = isFull ? await hitsOf(this.#parts, customer) : await this.#countNetwork(customer);
    return hits >= maxAttempts.network * networksPerCustomer ? customer : fullNetwork;
  }

  #countNetwork(bucket: string): Promise<number> {
    this.#countedNetworks.push(bucket);
    return countIn(this.#parts, bucket);
  }

  async #takeBackNetworks(): Promise<void> {
    for (const bucket of this.#countedNetworks) await uncountHit(this.#parts.database, bucket);
  }

  /** Refusals count for the network too: else a client that asks all the time would always be next. */
  async #reserveAccountTurn(): Promise<number | null> {
    const { accountHere, accountCustomer, accountEverywhere } = this.#buckets;
    const customerDelay = accountCustomer
      ? await this.#reservePacedTurn(accountCustomer, maxAttempts.accountCustomer)
      : 0;
    if (customerDelay === null) {
      await countIn(this.#parts, accountHere);
      return null;
    }
    const delay = await this.#reservePacedTurn(accountEverywhere, maxAttempts.accountEverywhere);
    if (delay !== null) return Math.max(customerDelay, delay);
    await this.#countForAccountHere();
    return null;
  }

  async #reservePacedTurn(bucket: string, { atOnce, all }: { atOnce: number; all: number }) {
    const hits = await hitsOf(this.#parts, bucket);
    // An attempt that is refused anyway must not take a turn.
    if (hits < atOnce || hits >= all || (await this.#isAccountFullHere())) return 0;
    return this.#parts.slowLane.take(bucket, windowMs / (all - atOnce));
  }

  async #countForAccountHere(): Promise<boolean> {
    const { accountHere, accountCustomer } = this.#buckets;
    if ((await countIn(this.#parts, accountHere)) > maxAttempts.accountHere) return true;
    if (this.#hasSignedInHere || !accountCustomer) return false;
    return (await countIn(this.#parts, accountCustomer)) > maxAttempts.accountCustomer.all;
  }

  async #isAccountFullHere(): Promise<boolean> {
    const { accountHere, accountCustomer } = this.#buckets;
    if ((await hitsOf(this.#parts, accountHere)) >= maxAttempts.accountHere) return true;
    if (this.#hasSignedInHere || !accountCustomer) return false;
    return (await hitsOf(this.#parts, accountCustomer)) >= maxAttempts.accountCustomer.all;
  }
}

export function openAttempts(database: Database, now: () => Date, slowLane: SlowLane): Attempts {
  const parts = { database, now, slowLane };
  return {
    async openVisit(account, address) {
      const buckets = bucketsOf(account, address);
      const hasSignedInHere = (await hitsOf(parts, buckets.signedInHere)) > 0;
      return new SignInVisit(parts, buckets, { hasSignedInHere });
    },
    async rememberSignIn(queries, account, address) {
      const { signedInHere } = bucketsOf(account, address);
      await renewBucket(queries, signedInHere, signedInSeconds, now());
    },
    async countEmail(account, { emails, seconds }) {
      const count = await countIn(parts, `email ${hashOfAccount(account)}`, seconds);
      return count <= emails ? 'ALLOWED' : 'LIMITED';
    },
    async clearFailures(account, address) {
      const { accountHere, accountCustomer, accountEverywhere } = bucketsOf(account, address);
      await deleteBuckets(database, [accountHere, accountCustomer, accountEverywhere]);
    },
  };
}

async function countIn(
  { database, now }: AttemptParts,
  bucket: string,
  seconds = windowSeconds,
): Promise<number> {
  return (await countHit(database, bucket, seconds, now())).hits;
}

function hitsOf({ database, now }: AttemptParts, bucket: string): Promise<number> {
  return findHits(database, bucket, now());
}

async function deleteBuckets(database: Database, buckets: readonly (string | null)[]) {
  for (const bucket of buckets) if (bucket) await deleteBucket(database, bucket);
}

type Buckets = ReturnType<typeof bucketsOf>;

function bucketsOf(account: string, address: string) {
  const customer = customerNetworkOf(address);
  const accountEverywhere = `sign-in ${hashOfAccount(account)}`;
  return {
    accountHere: `${accountEverywhere} ${networkOf(address)}`,
    accountCustomer: customer && `${accountEverywhere} ${customer}`,
    accountEverywhere,
    network: `sign-in ${networkOf(address)}`,
    customer: customer && `sign-in ${customer}`,
    // Account and network are hashed together: the table must not show who signed in where.
    signedInHere: `came in ${hashOfAccount(`${account} ${networkOf(address)}`)}`,
  };
}

function hashOfAccount(account: string): string {
  return hash('sha256', account, 'base64url');
}
