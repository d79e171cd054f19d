import { createHash } from 'node:crypto';
import type { Database, Queries } from '../../db/database.ts';
import { forgetBucket, hit, isHit, unhit } from '../../db/queries/rate-limits.ts';
import { networkOf } from '../../ip-address.ts';
import type { QueuePlace, SlowLane } from '../queues.ts';

/**
 * Wrong passwords in 15 minutes. `account` is high, so that one stranger locks no account out.
 * `network` may be a town behind one address: past it one every six seconds, 300 in all. Accounts
 * that signed in from a network lately are counted apart, so guessing does not lock them out.
 */
const most = { accountHere: 10, account: 100, network: 150 };
const windowSeconds = 15 * 60;
const knownSeconds = 30 * 24 * 60 * 60;

/** Within a minute, right ones too. */
const mostOfKnown = 60;

/** With a reset link to one account, within an hour. */
const maxEmails = 5;
const emailSeconds = 60 * 60;

export interface Attempts {
  recognise(account: string, address: string): Promise<Visitor>;
  remember(queries: Queries, account: string, address: string): Promise<void>;
  mayWrite(account: string): Promise<boolean>;
  pardon(account: string, address: string): Promise<void>;
}

export interface Visitor {
  /** Where the password waits for its turn: strangers in the line of their network. */
  readonly place: QueuePlace;
  /** Milliseconds to wait before the attempt; null when too many do already. */
  delay(): Promise<number | null>;
  /** Counts one attempt; null when there were too many. */
  begin(): Promise<Attempt | null>;
}

export interface Attempt {
  /** The password was right: it was no attempt at guessing. */
  succeeded(): Promise<void>;
}

export function countAttempts(database: Database, now: () => Date, slowLane: SlowLane): Attempts {
  const count = async (bucket: string, seconds: number, queries: Queries = database) =>
    (await hit(queries, bucket, seconds, now())).hits;

  async function recognise(account: string, address: string): Promise<Visitor> {
    const { accountHere, everywhere, network, known } = bucketsOf(account, address);
    const isKnown = await isHit(database, known, now());

    const forgiveNetwork = () => (isKnown ? null : unhit(database, network));
    return {
      place: { line: isKnown ? known : network, isKnown },
      async delay() {
        if (isKnown) return (await count(`often ${known}`, 60)) > mostOfKnown ? null : 0;
        const isFree = (await count(network, windowSeconds)) <= most.network;
        return isFree ? 0 : slowLane.take(network);
      },
      async begin() {
        const here = await count(accountHere, windowSeconds);
        const isShutHere = here > most.accountHere;
        const all = isShutHere ? here : await count(everywhere, windowSeconds);
        if (isShutHere || (all > most.account && !isKnown)) {
          // No password is compared, so nothing was guessed.
          await forgiveNetwork();
          return null;
        }
        return {
          async succeeded() {
            await count(known, knownSeconds);
            await forgetBucket(database, accountHere);
            await unhit(database, everywhere);
            await forgiveNetwork();
          },
        };
      },
    };
  }

  return {
    recognise,
    async remember(queries, account, address) {
      await count(bucketsOf(account, address).known, knownSeconds, queries);
    },
    mayWrite: async (account) =>
      (await count(`email ${hashOf(account)}`, emailSeconds)) <= maxEmails,
    async pardon(account, address) {
      const { accountHere, everywhere } = bucketsOf(account, address);
      await forgetBucket(database, accountHere);
      await forgetBucket(database, everywhere);
    },
  };
}

function bucketsOf(account: string, address: string) {
  const everywhere = `sign-in ${hashOf(account)}`;
  return {
    accountHere: `${everywhere} ${networkOf(address)}`,
    everywhere,
    network: `sign-in ${networkOf(address)}`,
    // Hashed together, so that the table does not say for weeks who was where.
    known: `came in ${hashOf(`${account} ${networkOf(address)}`)}`,
  };
}

function hashOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
