import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { insertUser } from '../../db/queries/identity.ts';
import { networkOf } from '../../ip-address.ts';
import type { Settings } from '../../settings/settings.ts';
import type { SlowLane, WorkQueue } from '../queues.ts';
import { openIssuer } from './id-tokens.ts';
import type { AccountEmails, AccountParts, IdentityService } from './identity.ts';
import { openPasswords } from './password-hash.ts';
import { openRefreshTokens } from './refresh-tokens.ts';
import { passwordResets } from './reset-codes.ts';
import { openSessions } from './sessions.ts';
import { openAttempts } from './sign-in-attempts.ts';

export interface EmbeddedOptions {
  database: Database;
  emails: AccountEmails;
  onNewPassword: AccountParts['onNewPassword'];
  passwordCost: number;
  passwordQueue: WorkQueue;
  slowLane: SlowLane;
  now: () => Date;
}

/** Bytes of a user's id: 28 characters, like the real service's. */
const idBytes = 21;

/** Keeps the accounts itself, and answers the browser's SDK as Google's emulator does. */
export async function openEmbedded(
  { projectId, tenantId }: Settings['identity'],
  { database, emails, onNewPassword, now, passwordCost, passwordQueue, slowLane }: EmbeddedOptions,
): Promise<IdentityService> {
  const issuer = await openIssuer(database, { projectId, tenantId }, now);
  const refreshTokens = await openRefreshTokens(database);
  const passwords = await openPasswords(passwordCost, passwordQueue);
  const attempts = openAttempts(database, now, slowLane);
  const parts = {
    database,
    onNewPassword,
    tenantId,
    issuer,
    refreshTokens,
    passwords,
    attempts,
    slowLane,
    emails,
    now,
  };
  const accounts = {
    jwks: issuer.jwks,
    projectId,
    ...openSessions(parts),
    ...passwordResets(parts),
  };
  return {
    accounts,
    verify: issuer.read,
    async prepareUser({ email, password, address }) {
      const entry = { queueKey: networkOf(address) };
      const passwordHash = await passwords.hash(password, entry);
      return {
        async create(queries) {
          const id = randomBytes(idBytes).toString('base64url');
          const user = { id, tenantId, email, passwordHash, createdAt: now() };
          if (!(await insertUser(queries, user))) return null;
          await attempts.rememberSignIn(queries, email, address);
          return id;
        },
      };
    },
    sendPasswordReset: (email) => accounts.sendResetCode(email),
    removeUser: async () => {},
  };
}
