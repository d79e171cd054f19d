import { pathToFileURL } from 'node:url';
import { getCampaignEndpoint } from '../../src/contract/campaign.ts';
import { seedWithoutLimits } from '../support/changed-campaign.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { freePort } from '../support/free-port.ts';
import { openPostgres } from '../support/postgres.ts';
import { callSite, registerAt, type ServedConsumer } from '../support/site-actions.ts';
import { newDataDirectory, type ServedSite, serveSite } from '../support/site-process.ts';
import type { Figure } from './figure.ts';
import { openBareServer } from './gateway/bare-server.ts';
import { measureDatabaseShare } from './gateway/database-share.ts';
import { entries, fileJourney, journeys } from './gateway/journeys.ts';
import { connections, type Load, load, seconds } from './gateway/load.ts';
import { profile } from './gateway/profile.ts';

const area = 'Gateway';
const people = 32;
const how = `${connections} connections for ${seconds} s`;
const file = fileJourney('static file', '/favicon.svg');

/** What gateways answer a second when they are busy all the time, how long it takes, and what it is made of. */
export async function measureGateway(): Promise<Figure[]> {
  await makeEmptyDatabase();
  const server = await openPostgres();
  const receipts: number[] = [];
  const figures = [
    ...(await measureSites('PGlite', [await serve()])),
    ...(await measureSites('PostgreSQL', [await serve(await server.createDatabase())], receipts)),
    ...(await measureSites('PostgreSQL x4', await serveFour(await server.createDatabase()))),
    ...(await measureProfiles(await server.createDatabase())),
  ];
  const share = await measureDatabaseShare(await server.createDatabase(), receipts[0] ?? 0);
  await server.close();
  return [...figures, ...share];
}

/** A gateway of the campaign with everything: of a server, else with its own database. */
async function serve(url?: string, variables: Record<string, string> = {}): Promise<ServedSite> {
  const dataDirectory = await newDataDirectory();
  const databaseUrl = url ?? pathToFileURL(`${dataDirectory}/database`).href;
  await seedWithoutLimits({ variant: 'all', databaseUrl });
  const database = url ? { DATABASE_URL: url } : {};
  return serveSite({
    dataDirectory,
    variables: { CAMPAIGN_VARIANT: 'all', ...database, ...variables },
    quiet: true,
  });
}

async function serveFour(url: string): Promise<ServedSite[]> {
  const sites: ServedSite[] = [];
  for (let process = 0; process < 4; process += 1) sites.push(await serve(url));
  return sites;
}

/** @param receipts takes how many receipts a second were entered */
async function measureSites(
  name: string,
  sites: readonly ServedSite[],
  receipts: number[] = [],
): Promise<Figure[]> {
  const [first] = sites;
  if (!first) throw new Error('No gateway to load');
  const urls = sites.map(({ url }) => url);
  const consumers = await gather(first, people);
  const campaign = await callSite(first, getCampaignEndpoint);
  const figures: Figure[] = [];
  const loads = new Map<string, Load>();
  for (const journey of [file, ...journeys(consumers), ...entries(consumers, campaign)]) {
    const full = await load(urls, journey);
    const half = await load(urls, journey, Math.ceil(full.perSecond / 2) || 1);
    loads.set(journey.name, full);
    figures.push(...loadFigures(`${journey.name}, ${name}`, full, half));
  }
  receipts.push(loads.get('receipt')?.perSecond ?? 0);
  if (sites.length === 1) figures.push(...(await compareWithFile(name, first, loads)));
  for (const site of sites) await site.close();
  return figures;
}

async function gather(site: ServedSite, quantity: number): Promise<ServedConsumer[]> {
  const consumers: ServedConsumer[] = [];
  for (let person = 0; person < quantity; person += 1) consumers.push(await registerAt(site));
  return consumers;
}

function loadFigures(name: string, full: Load, half: Load): Figure[] {
  const milliseconds = { area, unit: 'ms', how };
  const atHalf = `${Math.ceil(full.perSecond / 2)} /s, ${half.refused} refused`;
  return [
    { area, name, value: full.perSecond, unit: '/s', how: `${how}, ${full.refused} refused` },
    { ...milliseconds, name: `${name}: p50`, value: full.p50 },
    { ...milliseconds, name: `${name}: p95`, value: full.p95 },
    { ...milliseconds, name: `${name}: p99`, value: full.p99 },
    { ...milliseconds, name: `${name}: p95 at half the rate`, value: half.p95, how: atHalf },
  ];
}

/** How often calls are answered for one file of the same gateways, and for Node's server alone. */
async function compareWithFile(
  name: string,
  { url }: ServedSite,
  loads: ReadonlyMap<string, Load>,
): Promise<Figure[]> {
  const fileRate = loads.get(file.name)?.perSecond ?? 0;
  const bare = await openBareServer(
    new Uint8Array(await (await fetch(url + file.path)).arrayBuffer()),
  );
  const { perSecond } = await load([bare.url], file);
  await bare.close();
  const ratio = (call: string, value: number, against: string) => ({
    area,
    name: `${call}, ${name}: against ${against}`,
    value,
    unit: 'x',
    how: 'calls a second, same run',
  });
  return [
    ratio(file.name, fileRate / perSecond, "Node's server alone"),
    ...['campaign', 'receipt', 'my receipts', 'cashback wallet'].map((call) =>
      ratio(call, (loads.get(call)?.perSecond ?? 0) / fileRate, 'a static file'),
    ),
  ];
}

/** What the three hottest calls spend their time on: five functions each. */
async function measureProfiles(databaseUrl: string): Promise<Figure[]> {
  const port = await freePort();
  const site = await serve(databaseUrl, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  const [campaign, receipt, list] = journeys(await gather(site, 4));
  const figures: Figure[] = [];
  for (const journey of [campaign, receipt, list]) {
    if (!journey) continue;
    const functions = await profile(port, () => load([site.url], journey));
    figures.push(
      ...functions.slice(0, 5).map(({ name, share }, index) => ({
        area,
        name: `${journey.name}, hot ${index + 1}: ${name}`,
        value: 100 * share,
        unit: '%',
        how: 'of busy time, CPU profile',
      })),
    );
  }
  await site.close();
  return figures;
}
