import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import type { PostgresLimits } from './postgres-limits.ts';

const isServer = /^postgres(ql)?:\/\//;

/**
 * @param url `memory://` (gone with the process), `file:///…` (PGlite in a folder) or `postgres://…`
 * @param limits of a server's statements, once its tables are up to date
 */
export async function openDatabase(url: string, limits?: PostgresLimits): Promise<Database> {
  const database = await connect(url);
  await migrate(database);
  if (!limits || !isServer.test(url)) return database;
  await database.close();
  return connect(url, limits);
}

async function connect(url: string, limits?: PostgresLimits): Promise<Database> {
  if (isServer.test(url)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(url, limits);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(url);
}
