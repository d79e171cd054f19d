import type { Database, PostgresLimits } from '../../src/gateway/db/database.ts';
import { openDatabase as open } from '../../src/gateway/db/open.ts';
import { type Keyring, openKeyring } from '../../src/gateway/db/wrap-secrets.ts';

const key = Buffer.alloc(32, 'a key for tests alone');

/** Wraps the secrets of every gateway of a test; processes get it as a variable. */
export const secretsKey = { SECRETS_KEY: key.toString('base64') };

/** A new object for each database, as a process caches its secrets by it. */
export const testKeyring = (): Keyring => openKeyring([key]);

/** With the key of all tests. */
export function openDatabase(url: string, limits?: PostgresLimits): Promise<Database> {
  return open(url, testKeyring(), limits);
}
