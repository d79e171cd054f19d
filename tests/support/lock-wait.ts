import type { Database, Queries } from '../../src/gateway/db/database.ts';

/** Does `work` in a transaction, whose locks stay until `commit` is called. */
export async function holdTransaction(
  database: Database,
  work: (queries: Queries) => Promise<unknown>,
): Promise<{ commit(): Promise<void> }> {
  const [isDone, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.transaction(async (queries) => {
    await work(queries);
    isDone.resolve();
    await mayCommit.promise;
  });
  await Promise.race([isDone.promise, holding]);
  return {
    commit: () => {
      mayCommit.resolve();
      return holding;
    },
  };
}

/** Waits until one statement of a real PostgreSQL waits for a lock. */
export async function untilOneWaitsForLock({ query }: Pick<Queries, 'query'>): Promise<void> {
  let waiting = 0;
  while (waiting !== 1) {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`,
    );
    waiting = row?.count ?? 0;
  }
}
