import { openGateways } from '../support/gateways.ts';
import { openPostgres } from '../support/postgres.ts';
import { unexplainedHistories } from '../support/unexplained-histories.ts';
import type { Figure } from './figure.ts';

const runs = 100;

/** Whether a hundred histories over four gateways and one PostgreSQL can be explained. */
export async function measureHistories(): Promise<Figure[]> {
  const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
  const server = await openPostgres();
  const databaseUrl = await server.createDatabase();
  const site = await openGateways(4, {
    variant: 'all',
    databaseUrl,
  });
  const violations = await unexplainedHistories(site, { seed, runs });
  await site.close();
  await server.close();
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  const how = `${runs} histories of 4 gateways, seed ${seed}`;
  const value = violations.length;
  return [{ area: 'Correctness', name: 'unexplained histories', value, unit: '', how }];
}
