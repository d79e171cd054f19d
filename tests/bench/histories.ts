import { openGateways } from '../support/gateways.ts';
import { openPostgres } from '../support/postgres.ts';
import { unexplainedHistories } from '../support/unexplained-histories.ts';

const runs = 100;

export interface HistoriesMeasure {
  /** Of the first run; each of the others has the next one. */
  seed: number;
  runs: number;
  violations: string[];
}

/** Whether a hundred histories over four gateways and one PostgreSQL can be explained. */
export async function measureHistories(): Promise<HistoriesMeasure> {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  const server = await openPostgres();
  const databaseUrl = await server.createDatabase();
  const site = await openGateways(4, {
    variant: 'all',
    databaseUrl,
    settings: { rateLimited: false },
  });
  const violations = await unexplainedHistories(site, { seed, runs });
  await site.close();
  await server.close();
  return { seed, runs, violations };
}
