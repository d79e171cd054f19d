import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startJobs } from '../../src/gateway/periodic-jobs.ts';
import { wakeAllOfficeAskers } from '../../src/gateway/receipts/ask-tax-offices.ts';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { insertQuestion } from '../../src/gateway/tax-office/queries.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { startBucket } from '../support/bucket.ts';
import { addParameter } from '../support/changed-campaign.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { shopCnpj } from '../support/receipt-body.ts';
import { type ReceiptState, receiptKey } from '../support/receipts/receipt-key.ts';
import { type StandInOffice, startTaxOffice } from '../support/tax-office.ts';
import { officePage, officeReceipt } from '../support/tax-office-pages.ts';

const qrParameters = `2|1|1|${'0123456789'.repeat(4)}`;
const minute = 60_000;
const day = 24 * 60 * minute;
const start = new Date('2026-03-17T12:00:00-03:00');

let office: StandInOffice;
let bucket: Awaited<ReturnType<typeof startBucket>>;
/** Its campaign allows two questions a day and state. */
let site: TestGateway;
/** The same without that limit. */
let generous: TestGateway;
let ana: TestConsumer;
const ocr = openOcr({ maxProcesses: 1 });

beforeAll(async () => {
  office = await startTaxOffice();
  bucket = await startBucket();
  const taxOffice = { kind: 'stand-in' as const, url: office.url };
  const storageUrl = `s3://KEY:secret@${bucket.host}/notas?region=x`;
  const options = { now: start, ocr, settings: { taxOffice, storageUrl } };
  generous = await openGateway(options);
  await addParameter(generous, 'TAX_OFFICE_DAILY_LIMIT', '2');
  const { database, settings } = generous.gateway;
  site = await openGateway({ ...options, database, settings });
  ana = await site.signUp();
});
afterAll(async () => {
  await site.close();
  await generous.close();
  await Promise.all([office.close(), ocr.close(), bucket.close()]);
});
beforeEach(async () => {
  site.clock.now = start;
  office.asked.length = 0;
  office.reply = ({ query }) => {
    const key = query.get('p')?.slice(0, 44) ?? '';
    return officePage(officeReceipt(key, { day: dayInSaoPaulo(start), total: 5490 }));
  };
  await site.query('delete from tax_office_questions');
  await site.query('delete from tax_office_turns');
});
afterEach(async () => {
  office.hangUp();
  await generous.settle();
  await site.settle();
});

let numbers = 0;

function newKey(state: ReceiptState): string {
  numbers += 1;
  const facts = { state, day: dayInSaoPaulo(start), cnpj: shopCnpj, series: 3, number: numbers };
  return receiptKey({ ...facts, code: '12345678', offline: false });
}

/** Questions that no gateway has asked yet. */
async function queue(state: ReceiptState, count: number): Promise<void> {
  const options = { now: site.clock.now, isLeased: false, refusesGuessers: false, limit: 1000 };
  for (let made = 0; made < count; made += 1) {
    const receipt = { campaignId: 19, consumerId: ana.id, accessKey: newKey(state) };
    await insertQuestion(site.gateway.database, { ...receipt, qrParameters }, options);
  }
}

/** Each question as it stands; `version` changes at every update of its row. */
function waitingRows() {
  return site.query<{ key: string; version: string }>(
    `select access_key as key, xmin::text as version from tax_office_questions
     where next_at <= $1 order by id`,
    [site.clock.now],
  );
}

async function dueOf(state: string): Promise<string | undefined> {
  await site.countOfficeQuestions();
  const metrics = await (await site.send('/metrics')).text();
  return new RegExp(`^promo_tax_office_due\\{state="${state}"\\} (\\d+)$`, 'm').exec(metrics)?.[1];
}

test('questions to an office that had its questions of the day are not touched until tomorrow, and another state’s are asked', async () => {
  await queue('PR', 6);
  await site.askTaxOffices();
  expect(office.asked).toHaveLength(2);
  const waiting = await waitingRows();
  expect(waiting).toHaveLength(4);
  await queue('RS', 1);
  site.passTime(30 * minute);
  await site.askTaxOffices();
  expect(office.asked.map(({ host }) => host)).toContain('www.sefaz.rs.gov.br');
  expect(office.asked).toHaveLength(3);
  expect(await waitingRows()).toEqual(waiting);
  expect(await dueOf('PR')).toBe('4');
  expect(await dueOf('RS')).toBe('0');
  site.clock.now = new Date(start.getTime() + day - 60 * minute);
  await site.askTaxOffices();
  expect(office.asked).toHaveLength(5);
});

/** Two receipts that were sent and asked about, whose questions are due again, and then a new one. */
async function queueBehindDue(outcome: string) {
  office.reply = () => 'NFC-e não consta na base de dados';
  const asked = [newKey('PR'), newKey('PR')];
  for (const identifier of asked) await site.sendReceipt(ana, { identifier });
  await site.settle();
  await site.query(
    'update tax_office_questions set query = $1, outcome = $3, asked = 1, next_at = $2',
    [qrParameters, start, outcome],
  );
  await site.query('delete from tax_office_turns');
  site.passTime(30 * minute);
  await queue('PR', 1);
  const [{ key } = { key: '' }] = await site.query<{ key: string }>(
    'select access_key as key from tax_office_questions order by id desc limit 1',
  );
  office.asked.length = 0;
  await site.askTaxOffices();
  return { asked, key, keys: office.asked.map(({ query }) => query.get('p')?.slice(0, 44)) };
}

test.each(['not-found', 'failed'])(
  'a receipt’s first question comes before those that were answered with %s',
  async (outcome) => {
    const { asked, key, keys } = await queueBehindDue(outcome);
    expect(keys).toEqual([key, expect.toBeOneOf(asked)]);
  },
);

test.each(['confirmed', 'unavailable', 'waiting'])(
  'a question that was answered with %s keeps its turn before newer receipts',
  async (outcome) => {
    const { asked, keys } = await queueBehindDue(outcome);
    expect(new Set(keys)).toEqual(new Set(asked));
  },
);

test('a question for which the office had no room in three days is given up', async () => {
  await queue('PR', 2);
  await site.askTaxOffices();
  const { id } = (await site.sendReceipt(ana, { identifier: newKey('PR') })).body;
  const stateOf = () => site.query('select tax_office as state from receipts where id = $1', [id]);
  await site.settle();
  await site.query('update tax_office_turns set paused_until = $1', [
    new Date(start.getTime() + 10 * day),
  ]);
  site.passTime(3 * day - minute);
  await site.askTaxOffices();
  expect(await stateOf()).toEqual([{ state: 'WAITING' }]);
  site.passTime(2 * minute);
  await site.askTaxOffices();
  expect(await stateOf()).toEqual([{ state: 'NOT_CONFIRMED' }]);
  expect(office.asked).toHaveLength(2);
});

test('a gateway asks a silent office four questions at once, however many receipts come in', async () => {
  office.reply = () => 'silence';
  await queue('PR', 12);
  for (let woken = 0; woken < 12; woken += 1) void generous.askTaxOffices();
  await expect.poll(() => office.asked.length).toBe(4);
  await generous.sendReceipt(ana, { identifier: newKey('PR') });
  // Nothing waits for the four in a receipt's name.
  await generous.gateway.askTaxOffice('PR');
  const taken = await site.query(
    'select id from tax_office_questions where taken_until is not null',
  );
  expect(taken).toHaveLength(4);
  office.reply = () => ({ status: 404 });
});

test('an office with a backlog keeps no other one from being asked what falls due', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const rest = async () => {};
  const stop = startJobs(generous.gateway, {
    followClock: rest,
    followCampaign: rest,
    sendEmails: rest,
    publishLog: rest,
    askTaxOffices: () => wakeAllOfficeAskers(generous.gateway),
    countOfficeQuestions: rest,
    tidy: rest,
    stamp: rest,
  });
  office.reply = () => 'silence';
  await queue('PR', 2);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(() => office.asked.length).toBe(1);
  await queue('RS', 1);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(() => office.asked.map(({ host }) => host)).toContain('www.sefaz.rs.gov.br');
  office.reply = () => ({ status: 404 });
  office.hangUp();
  await stop();
  vi.useRealTimers();
});

test('a picture is fetched from the storage only when a reader is free for it, and holds up no other question', async () => {
  await site.sendReceipt(ana, { identifier: newKey('RS') });
  await site.settle();
  const fetched = () =>
    bucket.seen.filter(({ method, path }) => method === 'GET' && /receipts/.test(path));
  const before = fetched().length;
  await site.query('update tax_office_questions set query = null, outcome = null, next_at = $1', [
    start,
  ]);
  const read = Promise.withResolvers<void>();
  const readings = ['Bia', 'Caio', 'tax office', 'tax office'].map((queueKey) =>
    site.gateway.readingQueue.run({ queueKey }, () => read.promise),
  );
  await queue('RS', 1);
  await site.query(
    'update tax_office_questions set next_at = $1 where query is null and outcome is null',
    [new Date(start.getTime() - minute)],
  );
  await site.askTaxOffices();
  expect(fetched()).toHaveLength(before);
  expect(office.asked).toHaveLength(1);
  read.resolve();
  await Promise.all(readings);
  site.passTime(minute);
  await site.askTaxOffices();
  expect(fetched()).toHaveLength(before + 1);
});
