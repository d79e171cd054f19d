import { once } from 'node:events';
import autocannon from 'autocannon';
import { getMe } from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { createReceipt, listReceipts } from '../../src/contract/receipts.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { openPostgres } from '../support/postgres.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { registerAt, type ServedConsumer } from '../support/served-consumer.ts';
import { type ServedSite, serveSite } from '../support/served-site.ts';

const seconds = Number(process.env.LOAD_SECONDS ?? 5);
const connections = 16;
const people = 32;

/** One kind of call: what the nth one asks. */
interface Journey {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  ask(index: number): { body?: unknown; token?: string };
}

interface LoadMeasure {
  gateway: string;
  call: string;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  refused: number;
}

/** Calls per second at which the gateway is busy all the time, and the milliseconds they take then. */
export async function measureLoad(): Promise<LoadMeasure[]> {
  await makeEmptyDatabase();
  const server = await openPostgres();
  const measures = [
    ...(await measureGateways('PGlite', [await serveSite({ quiet: true })])),
    ...(await measureGateways('PostgreSQL', await serveOver(await server.createDatabase(), 1))),
    ...(await measureGateways('PostgreSQL x4', await serveOver(await server.createDatabase(), 4))),
  ];
  await server.close();
  return measures;
}

async function serveOver(url: string, processes: number): Promise<ServedSite[]> {
  const sites: ServedSite[] = [];
  for (let process = 0; process < processes; process += 1) {
    sites.push(await serveSite({ variables: { DATABASE_URL: url }, quiet: true }));
  }
  return sites;
}

async function measureGateways(gateway: string, sites: ServedSite[]): Promise<LoadMeasure[]> {
  const [first] = sites;
  if (!first) throw new Error('No gateway to load');
  const consumers: ServedConsumer[] = [];
  for (let person = 0; person < people; person += 1) consumers.push(await registerAt(first));
  const measures: LoadMeasure[] = [];
  for (const journey of journeys(consumers)) {
    measures.push({ gateway, call: journey.name, ...(await load(sites, journey)) });
  }
  for (const site of sites) await site.kill();
  return measures;
}

function journeys(consumers: readonly ServedConsumer[]): Journey[] {
  const one = (index: number) => {
    const consumer = consumers[index % consumers.length];
    if (!consumer) throw new Error('Nobody to call');
    return consumer;
  };
  return [
    { name: 'campaign', method: 'GET', path: '/api/campaign/19', ask: () => ({}) },
    {
      name: 'receipt',
      method: 'POST',
      path: pathOf(createReceipt.path, { campaignId: 19 }),
      ask(index) {
        const { person, token } = one(index);
        return { token, body: receiptBody({ consumer: person }, new Date()) };
      },
    },
    {
      name: 'my receipts',
      method: 'GET',
      path: pathOf(listReceipts.path, { campaignId: 19 }),
      ask: (index) => ({ token: one(index).token }),
    },
    {
      name: 'profile',
      method: 'GET',
      path: pathOf(getMe.path, { campaignId: 19 }),
      ask: (index) => ({ token: one(index).token }),
    },
  ];
}

async function load(
  sites: readonly ServedSite[],
  journey: Journey,
): Promise<Omit<LoadMeasure, 'gateway' | 'call'>> {
  const times: number[] = [];
  let index = 0;
  let refused = 0;
  const next = (request: autocannon.Request): autocannon.Request => {
    const { body, token } = journey.ask(index);
    index += 1;
    return {
      ...request,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `load-${process.pid}-${index}`,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
  };
  const started = performance.now();
  await Promise.all(
    sites.map(async ({ url }) => {
      const run = autocannon(
        {
          url: url + journey.path,
          method: journey.method,
          connections: connections / sites.length,
          duration: seconds,
          requests: [{ method: journey.method, path: journey.path, setupRequest: next }],
        },
        () => {},
      );
      run.on('response', (_client, status, _bytes, milliseconds) => {
        if (status < 300) times.push(milliseconds);
        else refused += 1;
      });
      await once(run, 'done');
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) =>
    Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return {
    perSecond: Math.round(times.length / elapsed),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    refused,
  };
}

if (import.meta.main) console.table(await measureLoad());
