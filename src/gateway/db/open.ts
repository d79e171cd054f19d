import type { Database } from './database.ts';
import type { Keyring } from './keyring.ts';
import { migrate } from './migrate.ts';
import type { PostgresLimits } from './postgres-limits.ts';

const server = /^postgres(ql)?:\/\//;

/** True for a PostgreSQL server, which other machines may reach too. */
function isServer(url: string): boolean {
  return server.test(url);
}

/**
 * @param url `memory://` (gone with the process), `file:///…` (PGlite in a folder) or `postgres://…`
 * @param keyring opens its secrets; a database that has none yet gets them wrapped by it
 * @param limits of a server's statements, once its tables are up to date
 * @throws WrongSecretsKey
 */
export async function openDatabase(
  url: string,
  keyring: Keyring,
  limits?: PostgresLimits,
): Promise<Database> {
  const database = await connect(url, keyring);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  if (!limits || !isServer(url)) return database;
  await database.close();
  return connect(url, keyring, limits);
}

async function connect(url: string, keyring: Keyring, limits?: PostgresLimits): Promise<Database> {
  if (isServer(url)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(url, keyring, limits);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(url, keyring);
}
