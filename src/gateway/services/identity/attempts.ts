import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { forgetBucket, hit, isHit, unhit } from '../../db/queries/rate-limits.ts';
import { networkOf } from '../../http/address.ts';

/**
 * Wrong passwords within a quarter of an hour: of one account from one network; of one account from
 * everywhere, so high that nobody is locked out by a single stranger; of a whole network, which may
 * be a town behind one address. Many strangers can keep an account closed, but not to the networks
 * from which its owner came in lately.
 */
const most = { accountHere: 10, account: 100, network: 300 };
const windowSeconds = 15 * 60;
const knownSeconds = 30 * 24 * 60 * 60;

/** Letters with a reset link to one account, within an hour. */
const mostLetters = 5;
const letterSeconds = 60 * 60;

/** Counts attempts in the database, under hashes of the accounts' addresses. */
export interface Attempts {
  /** Counts one attempt to sign in; null when there were too many. */
  begin(account: string, address: string): Promise<Attempt | null>;
  /** Counts one letter; false when there were too many. */
  mayWrite(account: string): Promise<boolean>;
  /** Lets an account in again whose password was just reset. */
  pardon(account: string, address: string): Promise<void>;
}

export interface Attempt {
  /** The password was right: it was no attempt at guessing. */
  succeeded(): Promise<void>;
}

export function countAttempts(database: Database, now: () => Date): Attempts {
  const count = async (bucket: string, seconds: number) =>
    (await hit(database, bucket, seconds, now())).hits;
  return {
    async begin(account, address) {
      const { accountHere, everywhere, network, known } = bucketsOf(account, address);
      const [here, all, networks] = [
        await count(accountHere, windowSeconds),
        await count(everywhere, windowSeconds),
        await count(network, windowSeconds),
      ];
      if (here > most.accountHere || networks > most.network) return null;
      if (all > most.account && !(await isHit(database, known, now()))) return null;
      return {
        async succeeded() {
          await count(known, knownSeconds);
          await forgetBucket(database, accountHere);
          await unhit(database, everywhere);
          await unhit(database, network);
        },
      };
    },
    mayWrite: async (account) =>
      (await count(`letter ${hashOf(account)}`, letterSeconds)) <= mostLetters,
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
    // Hashed together: nobody is to read in it who was where for weeks.
    known: `came in ${hashOf(`${account} ${networkOf(address)}`)}`,
  };
}

function hashOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
