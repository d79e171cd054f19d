import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/**
 * Opens the database that the address names and brings its tables up to date.
 * @param url `memory://` (gone with the process), `file:///…` (PGlite in a folder) or `postgres://…`
 */
export async function openDatabase(url: string): Promise<Database> {
  const database = await connect(url);
  await migrate(database);
  return database;
}

async function connect(url: string): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(url);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(url);
}
