import type { Database, Queries } from './database.ts';

/** Reads what belongs together as it was at one moment, whatever others write meanwhile. */
export function inSnapshot<Result>(
  database: Database,
  read: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (queries) => {
    await queries.query('set transaction isolation level repeatable read');
    return read(queries);
  });
}
