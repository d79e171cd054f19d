import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedCampaign } from '../../src/campaign/load.ts';
import { createConsumerEndpoint } from '../../src/contract/consumer.ts';
import { pathOf } from '../../src/contract/endpoint.ts';
import { createReceiptEndpoint, listReceiptsEndpoint } from '../../src/contract/receipts.ts';
import { readSettings } from '../../src/gateway/settings/settings.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { seedWithoutLimits } from '../support/changed-campaign.ts';
import { openDatabase } from '../support/database.ts';
import { copyEmptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { validSignUp } from '../support/people.ts';
import { acceleratedProducts, receiptBody } from '../support/receipt-body.ts';
import { seededRandom } from '../support/receipts/random.ts';
import { type ServedSite, serveSite } from '../support/site-process.ts';

/** `CRASHES=full` is the long edition. */
const crashes = process.env.CRASHES === 'full' ? 6 : 1;
const random = seededRandom(20251004);
const { tenantId } = readSettings({}).identity;
const person = validSignUp(
  embeddedCampaign({
    window: 'live',
    variant: '19',
    tenantId,
    today: dayInSaoPaulo(new Date()),
  }),
);

/** One receipt that is sent under one key until it is answered. */
interface Sending {
  key: string;
  body: string;
  answer: string | null;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let port: number;
let server: ServedSite;
let token: string;
const sendings: Sending[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  copyEmptyDatabase(folder.path);
  await seedWithoutLimits({ databaseUrl: pathToFileURL(`${folder.path}/database`).href });
  port = await freePort();
  server = await start();
  await post(pathOf(createConsumerEndpoint.path), JSON.stringify(person));
  token = await signIn();
}, 60_000);
afterAll(async () => {
  await server.kill();
  await folder.remove();
});

function start(): Promise<ServedSite> {
  const variables = { DATABASE_URL: '' };
  return serveSite({ dataDirectory: folder.path, port, variables, quiet: true, brief: true });
}

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, server.url), {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

async function signIn(): Promise<string> {
  const { email, password } = person;
  const body = JSON.stringify({
    email,
    password,
    returnSecureToken: true,
    clientType: 'CLIENT_TYPE_WEB',
    tenantId,
  });
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x';
  return JSON.parse(await post(path, body)).idToken;
}

function postReceipt({ key, body }: Sending): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'Idempotency-Key': key };
  return post(pathOf(createReceiptEndpoint.path, { campaignId: 19 }), body, headers);
}

function newSendings(count: number): Sending[] {
  return Array.from({ length: count }, (_, index) => {
    const consumer = { document: person.document };
    const products = acceleratedProducts(25.9);
    const body = JSON.stringify(receiptBody({ consumer }, new Date(), { products }));
    return { key: `receipt-${sendings.length + index}`, body, answer: null };
  });
}

/** Sends receipts side by side and cuts the power when some of them are answered. */
async function sendUntilKilled(batch: Sending[]): Promise<void> {
  const answersBefore = random.between(0, batch.length - 1);
  let answers = 0;
  let killed: Promise<void> | null = answersBefore === 0 ? server.kill() : null;
  await Promise.all(
    batch.map(async (sending) => {
      const answer = await postReceipt(sending).catch(() => null);
      if (answer === null) return;
      sending.answer = answer;
      answers += 1;
      if (answers >= answersBefore) killed ??= server.kill();
    }),
  );
  await (killed ?? server.kill());
}

test('every receipt exists once and complete after any crash, and its retry gets its answer', async () => {
  for (let crash = 0; crash < crashes; crash += 1) {
    const batch = newSendings(8);
    sendings.push(...batch);
    await sendUntilKilled(batch);
    server = await start();
    for (const sending of batch) {
      const answer = await postReceipt(sending);
      expect(sending.answer ?? answer).toBe(answer);
      sending.answer = answer;
    }
  }

  const response = await fetch(
    new URL(pathOf(listReceiptsEndpoint.path, { campaignId: 19 }), server.url),
    {
      headers: { authorization: `Bearer ${token}` },
    },
  );
  const listed = listReceiptsEndpoint.answer.create(await response.json());
  const answered = sendings.map(({ answer }) =>
    createReceiptEndpoint.answer.create(JSON.parse(answer ?? '')),
  );
  const byId = (one: { id: unknown }, other: { id: unknown }) => Number(one.id) - Number(other.id);
  expect(
    listed.map(({ id, status, engineOrders }) => ({ id, status, engineOrders })).sort(byId),
  ).toEqual(answered.map(({ rewarded: _, promise: __, ...answer }) => answer).sort(byId));
  await server.kill();

  const database = await openDatabase(pathToFileURL(`${folder.path}/database`).href);
  const [counts] = await database.query(
    `select (select count(*) from receipts) as receipts,
       (select count(*) from engine_orders) as orders,
       (select count(distinct (series, number)) from lucky_numbers) as numbers,
       (select issued from lucky_number_sequences) as issued`,
  );
  await database.close();
  const receipts = crashes * 8;
  const numbers = receipts * 11;
  expect(counts).toEqual({ receipts, orders: receipts * 2, numbers, issued: numbers });
}, 120_000);
