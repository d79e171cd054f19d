import type { Queries } from '../../src/gateway/db/database.ts';

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
