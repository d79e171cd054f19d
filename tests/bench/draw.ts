import { makeDraw } from '../../src/gateway/draws/make-draw.ts';
import { isRefusal } from '../../src/gateway/refusal.ts';
import { drawRequest } from '../support/draws.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { sendFullReceipt } from '../support/gateway-actions.ts';
import { openPostgres } from '../support/postgres.ts';
import type { Figure } from './figure.ts';

const quantities = [10_000, 1_000_000];

/** A draw over few numbers and over all of them, on both databases. */
export async function measureDraws(): Promise<Figure[]> {
  await makeEmptyDatabase();
  const server = await openPostgres();
  const figures: Figure[] = [];
  for (const numbers of quantities) {
    const url = await server.createDatabase();
    figures.push(...(await measureDraw('PostgreSQL', url, numbers)));
    figures.push(...(await measureDraw('PGlite', 'memory://', numbers)));
  }
  await server.close();
  return figures;
}

async function measureDraw(
  engineName: string,
  databaseUrl: string,
  numbers: number,
): Promise<Figure[]> {
  const site = await openGateway({ variant: 'all', databaseUrl });
  await giveOut(site, numbers);
  const { database, snapshot } = site.gateway;
  const request = drawRequest(snapshot);
  const memory = watchMemory();
  const started = performance.now();
  const made = await database.transaction((queries) => makeDraw(queries, snapshot, request));
  const milliseconds = Math.round(performance.now() - started);
  const megabytes = memory.stop();
  if (isRefusal(made) || !made.prizes[0]?.winner) throw new Error('The draw has no winner');
  await site.close();
  const name = `${numbers.toLocaleString('en')} numbers, ${engineName}`;
  // With PGlite the database's own memory is not measured apart.
  return [
    { area: 'Draws', name: `draw over ${name}`, value: milliseconds, unit: 'ms', how: 'once' },
    { area: 'Draws', name: `memory, ${name}`, value: megabytes, unit: 'MB', how: 'most, sampled' },
  ];
}

/** Closes the campaign after that many numbers, all of one receipt, spread over the ten series. */
async function giveOut(site: TestGateway, numbers: number): Promise<void> {
  const { database } = site.gateway;
  const consumer = await site.signUp();
  const { id: receipt } = await sendFullReceipt(site, consumer);
  await database.query('delete from lucky_numbers');
  await database.query(
    `insert into lucky_numbers (campaign_id, engine_id, consumer_id, receipt_id, series, number,
       kind, created_at, counter)
     select 19, 101, $1, $2, place % 10, place / 10 * (1000000 / $3), 'MAIN', now(), place
     from generate_series(0, $3::integer - 1) as place`,
    [consumer.id, receipt, numbers],
  );
  await database.query('analyze lucky_numbers');
  await database.query('update campaigns set closed_at = now()');
}

/** Samples what the process holds; `stop` answers the most above the start, megabytes. */
function watchMemory(): { stop(): number } {
  const held = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, held());
  }, 5);
  return {
    stop() {
      clearInterval(sampling);
      return Math.round((Math.max(most, held()) - before) / 1e5) / 10;
    },
  };
}
