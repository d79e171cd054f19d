import type { Database } from '../db/database.ts';

/** Does something on a database in one transaction that is rolled back, and answers what came of it. */
export async function dryRun<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  const undo = new Error('The rehearsal is over');
  try {
    await database.transaction(async (queries) => {
      const inside = { query: queries.query, close: async () => {} };
      results.push(
        await work({ ...inside, load: database.load, transaction: (step) => step(queries) }),
      );
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  const result = results.at(-1);
  if (result === undefined) throw new Error('The rehearsal had no result');
  return result;
}
