import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { getCampaign } from '../../src/contract/campaign.ts';
import { createConsumer, getMe } from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { createReceipt, listReceipts } from '../../src/contract/receipts.ts';
import { parameter } from '../../src/rules/parameters.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { openPostgres } from '../support/postgres.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { callSite, registerAt, type ServedConsumer } from '../support/served-consumer.ts';
import { type ServedSite, serveSite } from '../support/served-site.ts';
import { validSignUp } from '../support/sign-up.ts';
import type { Figure } from './figure.ts';

const seconds = Number(process.env.LOAD_SECONDS ?? 5);
const connections = 16;
const people = 32;
const load = `${connections} connections for ${seconds} s`;

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
  /** Milliseconds of the slowest twentieth at half of that rate. */
  p95AtHalf: number;
}

/** Calls per second at which the gateway is busy all the time, and the milliseconds they take then. */
export async function measureLoad(): Promise<Figure[]> {
  await makeEmptyDatabase();
  const server = await openPostgres();
  const measures = [
    ...(await measureGateways('PGlite', [await serveSite({ quiet: true })])),
    ...(await measureGateways('PostgreSQL', await serveOver(await server.createDatabase(), 1))),
    ...(await measureGateways('PostgreSQL x4', await serveOver(await server.createDatabase(), 4))),
  ];
  await server.close();
  return measures.flatMap(figuresOf);
}

function figuresOf(measure: LoadMeasure): Figure[] {
  const { gateway, call, perSecond, p50, p95, p99, refused, p95AtHalf } = measure;
  const figure = (name: string, value: number, unit: string, how = load) => ({
    area: 'Gateway',
    name: `${call}, ${gateway}${name}`,
    value,
    unit,
    how,
  });
  return [
    figure('', perSecond, '/s', `${load}, ${refused} refused`),
    figure(': p50', p50, 'ms'),
    figure(': p95', p95, 'ms'),
    figure(': p99', p99, 'ms'),
    figure(': p95 at half the rate', p95AtHalf, 'ms', `${connections} connections`),
  ];
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
  const campaign = await callSite(first, getCampaign);
  for (const journey of [...journeys(consumers), ...entries(consumers, { campaign })]) {
    const full = await run(sites, journey);
    const half = await run(sites, journey, Math.ceil(full.perSecond / 2));
    const refused = full.refused + half.refused;
    measures.push({ gateway, call: journey.name, ...full, refused, p95AtHalf: half.p95 });
  }
  for (const site of sites) await site.kill();
  return measures;
}

function one(consumers: readonly ServedConsumer[], index: number): ServedConsumer {
  const consumer = consumers[index % consumers.length];
  if (!consumer) throw new Error('Nobody to call');
  return consumer;
}

function journeys(consumers: readonly ServedConsumer[]): Journey[] {
  return [
    {
      name: 'campaign',
      method: 'GET',
      path: pathOf(getCampaign.path, { campaignId: 19 }),
      ask: () => ({}),
    },
    {
      name: 'receipt',
      method: 'POST',
      path: pathOf(createReceipt.path, { campaignId: 19 }),
      ask(index) {
        const { person, token } = one(consumers, index);
        return { token, body: receiptBody({ consumer: person }, new Date()) };
      },
    },
    {
      name: 'my receipts',
      method: 'GET',
      path: pathOf(listReceipts.path, { campaignId: 19 }),
      ask: (index) => ({ token: one(consumers, index).token }),
    },
    {
      name: 'profile',
      method: 'GET',
      path: pathOf(getMe.path, { campaignId: 19 }),
      ask: (index) => ({ token: one(consumers, index).token }),
    },
  ];
}

/** What asks for a password's work. */
function entries(
  consumers: readonly ServedConsumer[],
  snapshot: Parameters<typeof validSignUp>[0],
): Journey[] {
  const tenantId = parameter(snapshot.campaign, 'TENANT_ID');
  return [
    {
      name: 'sign-in',
      method: 'POST',
      path: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x',
      ask(index) {
        const { email, password } = one(consumers, index).person;
        return { body: { email, password, tenantId, returnSecureToken: true } };
      },
    },
    {
      name: 'sign-up',
      method: 'POST',
      path: createConsumer.path,
      ask: () => ({ body: validSignUp(snapshot) }),
    },
  ];
}

/** @param rate calls a second; unset: as many as are answered */
async function run(
  sites: readonly ServedSite[],
  journey: Journey,
  rate?: number,
): Promise<Omit<LoadMeasure, 'gateway' | 'call' | 'p95AtHalf'>> {
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
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
  };
  const started = performance.now();
  await Promise.all(
    sites.map(async ({ url }) => {
      const cannon = autocannon(
        {
          url: url + journey.path,
          method: journey.method,
          connections: connections / sites.length,
          duration: seconds,
          ...(rate && { overallRate: Math.ceil(rate / sites.length) }),
          requests: [{ method: journey.method, path: journey.path, setupRequest: next }],
        },
        () => {},
      );
      cannon.on('response', (_client, status, _bytes, milliseconds) => {
        if (status < 300) times.push(milliseconds);
        else refused += 1;
      });
      await once(cannon, 'done');
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
