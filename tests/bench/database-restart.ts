import { restartUnderLoad } from '../support/database-restart.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { openPostgres } from '../support/postgres.ts';
import type { Figure } from './figure.ts';

const load = { senders: 32, receipts: 60, restarts: 5 };

/** PostgreSQL stops and starts under receipts that come as fast as the gateway takes them. */
export async function measureRestarts(): Promise<Figure[]> {
  await makeEmptyDatabase();
  const server = await openPostgres();
  const start = performance.now();
  const { statuses, answered, stored, recovery } = await restartUnderLoad(server, load);
  const seconds = (performance.now() - start) / 1000;
  await server.close();
  const calls = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const there = new Set(stored);
  const lost = answered.filter((id) => !there.has(id)).length;
  const taken = statuses['201'] ?? 0;
  const how = `${load.senders} senders, ${load.restarts} restarts`;
  const longest = Math.max(...recovery);
  return [
    figure('receipts lost over restarts of PostgreSQL', lost, '', how),
    figure('calls while it restarts', calls / seconds, '/s', `${how}, ${taken} taken`),
    figure('first receipt after its return', longest, 'ms', `longest of ${recovery.length}`),
  ];
}

function figure(name: string, value: number, unit: string, how: string): Figure {
  return { area: 'Correctness', name, value, unit, how };
}
