import { restartUnderLoad } from '../support/database-restart.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { openPostgres } from '../support/postgres.ts';

const load = { senders: 32, receipts: 60, restarts: 5 };

interface RestartMeasure {
  /** Calls per second, those that were refused included. */
  calls: number;
  statuses: Record<string, number>;
  /** Receipts that somebody was told of and that are not there. */
  lost: number;
  /** Milliseconds from each return of the server to the first receipt that is taken. */
  recovery: number[];
}

/** PostgreSQL stops and starts under receipts that come as fast as the gateway takes them. */
export async function measureRestarts(): Promise<RestartMeasure> {
  await makeEmptyDatabase();
  const server = await openPostgres();
  const start = performance.now();
  const { statuses, told, kept, recovery } = await restartUnderLoad(server, load);
  const seconds = (performance.now() - start) / 1000;
  await server.close();
  const calls = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const there = new Set(kept);
  const lost = told.filter((id) => !there.has(id)).length;
  return { calls: Math.round(calls / seconds), statuses, lost, recovery };
}

if (import.meta.main) console.dir(await measureRestarts(), { depth: null });
