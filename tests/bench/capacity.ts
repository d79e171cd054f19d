import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { getCampaignEndpoint } from '../../src/contract/campaign.ts';
import { createReceiptEndpoint, listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import type { Database } from '../../src/gateway/db/database.ts';
import { defaultPasswordCost } from '../../src/gateway/services/identity/password-hash.ts';
import { openDatabase } from '../support/database.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { openPostgres } from '../support/postgres.ts';
import { acceleratedProducts, receiptBody } from '../support/receipt-body.ts';

const people = 200;
const receipts = 2000;

/** Seconds of CPU of one call, of this process and of PostgreSQL's (its clock ticks 100 times a second). */
interface Cost {
  call: string;
  gateway: string;
  postgres: string;
}

/**
 * What the capacity plan in src/gateway/SCALING.md is made of: processor time per kind of call, and
 * bytes on disk per participant and per receipt.
 */
async function measureCapacity() {
  await makeEmptyDatabase();
  const server = await openPostgres();
  const database = await openDatabase(await server.createDatabase());
  const site = await openGateway({
    database,
    passwordCost: defaultPasswordCost,
    settings: { rateLimited: true },
  });
  const empty = await tableSizes(database);
  const consumers: TestConsumer[] = [];
  const costs: Cost[] = [];
  const note = async (call: string, times: number, work: (index: number) => Promise<unknown>) =>
    costs.push({ call, ...(await measure(database, times, work)) });

  await note('sign-up and sign-in', people, async () => consumers.push(await site.signUp()));
  const peopled = await tableSizes(database);
  const send = sender(site, consumers);
  await note('receipt, picture of nothing', receipts, (index) => send(index));
  const full = await tableSizes(database);
  const photograph = await fixture('straight.jpg');
  const large = await fixture('small-in-12mp.jpg');
  await note('receipt, photograph of 2 megapixels', 40, (index) => send(index, photograph));
  await note('receipt, photograph of 12 megapixels', 40, (index) => send(index, large));
  const token = consumers[0]?.token ?? '';
  await note('my receipts', 300, () => site.call(listReceiptsEndpoint, { token }));
  await note('campaign', 300, () => site.call(getCampaignEndpoint));
  await site.close();
  await database.close();
  await server.close();
  return {
    processor: cpus()[0]?.model,
    costs,
    bytesPerParticipant: difference(empty, peopled, people),
    bytesPerReceipt: difference(peopled, full, receipts),
  };
}

/** Sends receipts with the accelerator, 11 numbers each, of one person after the other. */
function sender(site: TestGateway, consumers: readonly TestConsumer[]) {
  return async (index: number, imageBase64?: string) => {
    const consumer = consumers[index % consumers.length];
    if (!consumer) throw new Error('No consumer to send');
    const body = receiptBody(consumer, site.clock.now, {
      products: acceleratedProducts(25.9),
      ...(imageBase64 && { imageBase64 }),
    });
    const { status, text } = await site.call(createReceiptEndpoint, {
      body,
      token: consumer.token,
      idempotencyKey: crypto.randomUUID(),
      address: `10.0.0.${index % consumers.length}`,
    });
    if (status !== 201) throw new Error(text);
  };
}

async function fixture(name: string): Promise<string> {
  const file = new URL(`../fixtures/receipts/${name}`, import.meta.url);
  return (await readFile(file)).toString('base64');
}

async function measure(
  database: Database,
  times: number,
  work: (index: number) => Promise<unknown>,
): Promise<Omit<Cost, 'call'>> {
  const ticksBefore = await postgresTicks(database);
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) await work(index);
  const { user, system } = process.cpuUsage(before);
  const ticks = (await postgresTicks(database)) - ticksBefore;
  const milliseconds = (value: number) => `${(value / times).toFixed(1)} ms`;
  return { gateway: milliseconds((user + system) / 1000), postgres: milliseconds(ticks * 10) };
}

/** Processor time of all of the server's processes (proc(5): fields 14 and 15 of stat). */
async function postgresTicks(database: Database): Promise<number> {
  const rows = await database.query<{ pid: number }>('select pid from pg_stat_activity');
  let ticks = 0;
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks;
}

/** Bytes of every table with its indexes, and those written ahead of them. */
async function tableSizes(database: Database): Promise<Map<string, number>> {
  const rows = await database.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace
     union all
     select 'write-ahead log', pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

function difference(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  count: number,
): Record<string, number> {
  const grown = [...after].map(
    ([name, bytes]) => [name, Math.round((bytes - (before.get(name) ?? 0)) / count)] as const,
  );
  return Object.fromEntries(grown.filter(([, bytes]) => bytes > 0));
}

if (import.meta.main) {
  const { costs, ...rest } = await measureCapacity();
  console.table(costs);
  console.dir(rest);
}
