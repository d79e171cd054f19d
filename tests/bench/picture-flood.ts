import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { getMeEndpoint } from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { createReceiptEndpoint } from '../../src/contract/receipts.ts';
import { maximumFileBytes } from '../../src/rules/receipts/file-limits.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { readFixtures } from '../support/receipts/read-fixtures.ts';
import { registerAt, type ServedConsumer } from '../support/site-actions.ts';
import { type ServedSite, serveSite } from '../support/site-process.ts';
import type { Figure } from './figure.ts';
import type { FloodAnswers, FloodOrder } from './flood/senders.ts';
import { median } from './median.ts';

const area = 'Flood';
const seconds = Number(process.env.LOAD_SECONDS ?? 15);
const accounts = 30;
const honestPeople = 10;
const betweenProbesMs = 100;

interface Flood {
  name: string;
  file: Buffer;
  variables?: Record<string, string>;
}

/** What others wait while thirty accounts send large pictures for reading, four at a time each. */
export async function measureFlood(): Promise<Figure[]> {
  await makeEmptyDatabase();
  const picture = await largePicture();
  const nodeAlone = await mkdtemp(join(tmpdir(), 'node-alone-'));
  await symlink(process.execPath, join(nodeAlone, 'node'));
  const floods: Flood[] = [
    { name: 'pictures of 5 MB', file: picture },
    { name: 'pictures for tesseract.js', file: picture, variables: { PATH: nodeAlone } },
    { name: 'pictures of 8 MB, refused', file: Buffer.alloc(8_000_000, 'A') },
  ];
  const figures: Figure[] = [];
  for (const flood of floods) figures.push(...(await during(flood)));
  await rm(nodeAlone, { recursive: true });
  return figures;
}

/** A receipt without a code, 12 megapixels with a sensor's noise: the file is as large as may be. */
async function largePicture(): Promise<Buffer> {
  const fixture = readFixtures().find(({ file }) => file === 'without-qr.jpg');
  const size = { width: 3000, height: 4000 };
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = sharp({ create: { ...size, channels: 3, background: '#808080', noise } });
  const photo = await sharp(fixture?.bytes)
    .resize({ ...size, fit: 'fill' })
    .composite([{ input: await grain.png().toBuffer(), blend: 'soft-light' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  for (let quality = 98; quality > 40; quality -= 2) {
    const file = await sharp(photo).jpeg({ quality }).toBuffer();
    if (file.length <= maximumFileBytes) return file;
  }
  throw new Error('The picture is too large at any quality');
}

async function during({ name, file, variables }: Flood): Promise<Figure[]> {
  const site = await serveSite({
    variables: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '1', ...variables },
    quiet: true,
  });
  const senders = await register(site, accounts);
  const people = await register(site, honestPeople);
  const [reader] = people;
  const before = await residentMegabytes(site);
  const order: FloodOrder = {
    url: site.url,
    tokens: senders.map(({ token }) => token),
    atOnce: 4,
    body: Buffer.from(JSON.stringify({ imageBase64: file.toString('base64') })),
    milliseconds: seconds * 1000,
  };
  const flood = new Worker(new URL('./flood/senders.ts', import.meta.url), { workerData: order });
  const flooded: Promise<[FloodAnswers]> = once(flood, 'message') as never;
  const end = performance.now() + seconds * 1000;
  const memory: number[] = [];
  const [health, ready, profile, receipts] = await Promise.all([
    probe(end, () => get(site, '/healthz')),
    probe(end, () => get(site, '/readyz')),
    probe(end, () => get(site, getMeEndpoint.path, reader?.token)),
    sendReceipts(site, people),
    probe(end, async () => {
      memory.push(await residentMegabytes(site));
    }),
  ]);
  const [answers] = await flooded;
  await site.close();
  const statuses = Object.entries(answers).map(([status, times]) => `${times} × ${status}`);
  const how = `${accounts} accounts, ${seconds} s: ${statuses.join(', ')}`;
  const figure = (what: string, value: number, unit = 'ms'): Figure => {
    return { area, name: `${what} beside ${name}`, value: Math.round(value), unit, how };
  };
  return [
    figure('/healthz: slowest', Math.max(...health)),
    figure('/readyz: slowest', Math.max(...ready)),
    figure('profile: median', median(profile)),
    figure('profile: slowest', Math.max(...profile)),
    figure('an honest receipt: slowest', Math.max(...receipts.times)),
    figure('honest receipts without numbers', receipts.withoutNumbers, ''),
    figure('memory that came', Math.max(...memory) - before, 'MB'),
  ];
}

async function register(site: ServedSite, count: number): Promise<ServedConsumer[]> {
  const registered: ServedConsumer[] = [];
  while (registered.length < count) registered.push(await registerAt(site));
  return registered;
}

/** Asks at a steady pace, also while an earlier answer is waited for. */
async function probe(end: number, ask: () => Promise<void>): Promise<number[]> {
  const times: Promise<number>[] = [];
  while (performance.now() < end) {
    const before = performance.now();
    times.push(ask().then(() => performance.now() - before));
    await pause(betweenProbesMs);
  }
  return Promise.all(times);
}

const agent = new Agent({ keepAlive: true });

async function get({ url }: ServedSite, path: string, token?: string): Promise<void> {
  const headers = token && { authorization: `Bearer ${token}` };
  const call = request(url + path, { agent, ...(headers && { headers }) });
  call.end();
  const [response] = await once(call, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
}

/** One of each person, over the time of the flood. */
async function sendReceipts(site: ServedSite, people: readonly ServedConsumer[]) {
  const times: number[] = [];
  let withoutNumbers = 0;
  const path = pathOf(createReceiptEndpoint.path, { campaignId: 19 });
  for (const { person, token } of people) {
    const before = performance.now();
    const response = await fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(receiptBody({ consumer: person }, new Date())),
    });
    const text = await response.text();
    const took = performance.now() - before;
    times.push(took);
    if (!response.ok || !text.includes('"luckyNumbers":[{')) withoutNumbers += 1;
    await pause(Math.max(0, (seconds * 1000) / people.length - took));
  }
  return { times, withoutNumbers };
}

/** As the gateway's own process says; its readers are not counted. */
async function residentMegabytes({ url }: ServedSite): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1_000_000;
}
