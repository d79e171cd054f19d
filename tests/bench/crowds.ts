import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { getCampaignEndpoint } from '../../src/contract/campaign.ts';
import { getMeEndpoint } from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { createReceiptEndpoint } from '../../src/contract/receipts.ts';
import { parameter } from '../../src/rules/campaign/parameters.ts';
import makeEmptyDatabase from '../support/empty-database.ts';
import { receiptBody } from '../support/receipt-body.ts';
import { callSite, registerAt, type ServedConsumer } from '../support/site-actions.ts';
import { type ServedSite, serveSite } from '../support/site-process.ts';
import type { Figure } from './figure.ts';

const area = 'Crowds';
const seconds = Number(process.env.LOAD_SECONDS ?? 8);
const signIns = 300;
const pictures = 40;
const signInPath = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x';

/** Who goes on with their own things meanwhile. */
interface Bystander {
  site: ServedSite;
  person: ServedConsumer;
  tenantId: string;
}

/** Others, each of whom calls again and again, as soon as they may. */
interface Crowd {
  name: string;
  size: number;
  act(index: number): Promise<Response>;
}

/** What a signed-in person waits while strangers have passwords hashed, or one account sends pictures. */
export async function measureCrowds(): Promise<Figure[]> {
  await makeEmptyDatabase();
  const site = await serveSite({
    variables: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '1', CAMPAIGN_VARIANT: 'all' },
    quiet: true,
  });
  const person = await registerAt(site);
  const sender = await registerAt(site);
  const tenantId = parameter(await callSite(site, getCampaignEndpoint), 'TENANT_ID') ?? '';
  const large = await largePicture();
  const guessFrom = (address: string) => guess(site, tenantId, address);
  const crowds: Crowd[] = [
    { name: 'nothing else', size: 0, act: () => guessFrom('198.51.100.1') },
    {
      name: `${signIns} sign-ins from one address`,
      size: signIns,
      act: () => guessFrom('198.51.100.1'),
    },
    {
      name: `${signIns} sign-ins from 30 addresses`,
      size: signIns,
      act: (index) => guessFrom(`198.51.100.${100 + (index % 30)}`),
    },
    {
      name: `${pictures} pictures of one account`,
      size: pictures,
      act: () => sendPicture(site, sender, large),
    },
  ];
  const figures: Figure[] = [];
  for (const crowd of crowds) figures.push(...(await during(crowd, { site, person, tenantId })));
  await site.close();
  return figures;
}

/** 63 megapixels, as few bytes as there can be: what costs is to open them. */
async function largePicture(): Promise<string> {
  const create = { width: 9000, height: 7000, channels: 3, background: '#999' } as const;
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

async function during({ name, size, act }: Crowd, bystander: Bystander): Promise<Figure[]> {
  const { site, person } = bystander;
  const end = performance.now() + seconds * 1000;
  const again = async (work: () => Promise<unknown>) => {
    while (performance.now() < end) await work();
  };
  const others = Array.from({ length: size }, (_, index) =>
    again(async () => {
      const retryAfter = (await act(index)).headers.get('retry-after');
      if (retryAfter) await pause(Math.min(Number(retryAfter), seconds) * 1000);
    }),
  );
  const reads: number[] = [];
  const signedIn: number[] = [];
  await Promise.all([
    again(async () => {
      reads.push(await timed(() => readProfile(site, person)));
      await pause(20);
    }),
    again(async () => {
      signedIn.push(await timed(() => enter(bystander)));
      await pause(1000);
    }),
  ]);
  await Promise.all(others);
  const how = `${reads.length} reads, ${signedIn.length} sign-ins in ${seconds} s`;
  return [
    { area, name: `profile beside ${name}: p95`, value: p95(reads), unit: 'ms', how },
    { area, name: `known sign-in beside ${name}: p95`, value: p95(signedIn), unit: 'ms', how },
  ];
}

async function readProfile({ url }: ServedSite, { token }: ServedConsumer): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await answered(await fetch(url + getMeEndpoint.path, { headers }));
}

async function enter({ site, person, tenantId }: Bystander): Promise<void> {
  const { email, password } = person.person;
  await answered(await post(site, signInPath, { email, password, tenantId }, {}));
}

async function guess(site: ServedSite, tenantId: string, address: string): Promise<Response> {
  const email = `ninguem-${randomUUID()}@exemplo.com.br`;
  const body = { email, password: 'Errada1', tenantId };
  const response = await post(site, signInPath, body, { 'x-forwarded-for': address });
  await response.text();
  return response;
}

async function sendPicture(site: ServedSite, consumer: ServedConsumer, imageBase64: string) {
  const body = receiptBody({ consumer: consumer.person }, new Date(), { imageBase64 });
  const path = pathOf(createReceiptEndpoint.path, { campaignId: 19 });
  const response = await post(site, path, body, { authorization: `Bearer ${consumer.token}` });
  await response.text();
  return response;
}

function post({ url }: ServedSite, path: string, body: object, headers: Record<string, string>) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function answered(response: Response): Promise<void> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function p95(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}
