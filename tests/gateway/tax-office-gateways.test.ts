import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeOcrEndpoint } from '../../src/contract/receipt-reading.ts';
import { lockConsumer } from '../../src/gateway/db/queries/consumers.ts';
import { moveReceipt } from '../../src/gateway/receipts/move-receipt.ts';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { publicLookup } from '../../src/gateway/tax-office/fetch-page.ts';
import { insertQuestion } from '../../src/gateway/tax-office/queries.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { addParameter } from '../support/changed-campaign.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { holdTransaction, untilOneWaitsForLock } from '../support/lock-wait.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { shopCnpj } from '../support/receipt-body.ts';
import { qrPicture } from '../support/receipts/qr-picture.ts';
import { receiptKey } from '../support/receipts/receipt-key.ts';
import { type StandInOffice, startTaxOffice } from '../support/tax-office.ts';
import { officePage, officeReceipt } from '../support/tax-office-pages.ts';

const hash = '0123456789'.repeat(4);
const qrParameters = `2|1|1|${hash}`;

let office: StandInOffice;
let gateways: TestGateway[];
const clock = { now: new Date() };
/** One for all gateways: its process starts once. */
const ocr = openOcr({ maxProcesses: 1, readingMs: 60_000, waitingMs: 60_000 });

beforeAll(async () => {
  office = await startTaxOffice();
  const databaseUrl = await createPostgresDatabase();
  const taxOffice = { kind: 'stand-in' as const, url: office.url };
  gateways = [];
  for (let count = 0; count < 4; count += 1) {
    const settings = { taxOffice };
    gateways.push(await openGateway({ databaseUrl, clock, settings, ocr }));
  }
}, 120_000);
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await Promise.all([office.close(), ocr.close()]);
});

const leased = () => ({ now: clock.now, isLeased: true, refusesGuessers: true, limit: 60 });

function newKey(number: number, { offline = false } = {}): { key: string; day: string } {
  const day = dayInSaoPaulo(clock.now);
  const facts = { state: 'PR' as const, day, cnpj: shopCnpj, series: 1, number, offline };
  return { key: receiptKey({ ...facts, code: '12345678' }), day };
}

test('four gateways that are shown the same receipt ask about it once', async () => {
  const [first] = gateways;
  const { token } = (await first?.signUp()) ?? { token: '' };
  // Issued offline: its code names day and total, so no gateway searches the picture for print.
  const { key, day } = newKey(1, { offline: true });
  office.reply = () => officePage(officeReceipt(key, { day, total: 5490 }));
  const code = `2|1|${day.slice(8)}|54.90|${'6a'.repeat(28)}|1|${hash}`;
  const imageBase64 = await qrPicture(`http://www.fazenda.pr.gov.br/nfce/qrcode?p=${key}|${code}`);
  const answers = await Promise.all(
    gateways.map((site) => site.call(executeOcrEndpoint, { body: { imageBase64 }, token })),
  );
  expect(answers.map(({ body }) => body.data.coupon?.number)).toEqual([key, key, key, key]);
  expect(office.asked).toHaveLength(1);
}, 60_000);

test('questions that are due go to one gateway each, and those of a killed one to another', async () => {
  const [first] = gateways;
  if (!first) throw new Error('There are four gateways');
  office.asked.length = 0;
  const { id: consumerId } = await first.signUp();
  const { database } = first.gateway;
  const keys = [11, 12, 13, 14, 15, 16].map((number) => newKey(number));
  office.reply = ({ query: asked }) => {
    const key = asked.get('p')?.slice(0, 44) ?? '';
    return officePage(officeReceipt(key, { day: dayInSaoPaulo(clock.now), total: 5490 }));
  };
  for (const { key } of keys) {
    const question = { campaignId: 19, consumerId, accessKey: key, qrParameters };
    // Taken by a gateway that is not there any more.
    await insertQuestion(database, question, leased());
  }
  await Promise.all(gateways.map((site) => site.askTaxOffices()));
  expect(office.asked).toEqual([]);
  first.passTime(91_000);
  await Promise.all(gateways.map((site) => site.askTaxOffices()));
  const askedKeys = office.asked.map(({ query: sent }) => sent.get('p')?.slice(0, 44));
  expect(askedKeys.toSorted()).toEqual(keys.map(({ key }) => key).toSorted());
  const rows = await database.query<{ outcome: string }>(
    'select outcome from tax_office_questions where consumer_id = $1',
    [consumerId],
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(keys.map(() => 'confirmed'));
}, 60_000);

test('a receipt that a moderator has just suspected is not approved by the tax office’s answer', async () => {
  const [first] = gateways;
  if (!first) throw new Error('There are four gateways');
  await addParameter(first, 'TAX_OFFICE_APPROVES', 'true');
  const { database, settings } = first.gateway;
  const site = await openGateway({ database, clock, settings, ocr });
  const ana = await site.signUp();
  const { key, day } = newKey(21);
  office.reply = () => officePage(officeReceipt(key, { day, time: '00:00:01', total: 5490 }));
  const question = { campaignId: 19, consumerId: ana.id, accessKey: key, qrParameters };
  await insertQuestion(database, question, leased());
  const sent = await site.sendReceipt(ana, { identifier: key, totalAmount: 54.9 });
  const receiptId = Number(sent.body.id);
  site.passTime(91_000);
  const [isSuspected, isAsking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const moderating = database.transaction(async (queries) => {
    await moveReceipt(queries, { receiptId, to: 'FRAUD_SUSPECT', now: clock.now });
    isSuspected.resolve();
    await isAsking.promise;
  });
  await isSuspected.promise;
  const asking = site.askTaxOffices();
  await untilOneWaitsForLock(database);
  isAsking.resolve();
  await Promise.all([moderating, asking]);
  expect(
    await database.query('select status, tax_office as "taxOffice" from receipts where id = $1', [
      receiptId,
    ]),
  ).toEqual([{ status: 'FRAUD_SUSPECT', taxOffice: 'CONFIRMED' }]);
  await site.close();
}, 60_000);

test('the tax office’s answer waits for the owner of the receipt before it locks a row of it', async () => {
  const [first] = gateways;
  if (!first) throw new Error('There are four gateways');
  const { database } = first.gateway;
  const ana = await first.signUp();
  const { key, day } = newKey(31);
  office.reply = () => officePage(officeReceipt(key, { day, time: '00:00:01', total: 9999 }));
  const question = { campaignId: 19, consumerId: ana.id, accessKey: key, qrParameters };
  await insertQuestion(database, question, leased());
  const sent = await first.sendReceipt(ana, { identifier: key, totalAmount: 54.9 });
  first.passTime(91_000);
  const change = await holdTransaction(database, (queries) => lockConsumer(queries, ana.id));
  const asking = first.askTaxOffices();
  await untilOneWaitsForLock(database);
  await database.query(
    `select from receipts join tax_office_questions on tax_office_questions.access_key = receipts.identity
     where receipts.id = $1 for update nowait`,
    [sent.body.id],
  );
  await change.commit();
  await asking;
  expect(
    await database.query('select status, open_doubts as doubts from receipts where id = $1', [
      sent.body.id,
    ]),
  ).toEqual([{ status: 'PENDING_ANALYSIS', doubts: ['TOTAL'] }]);
}, 60_000);

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['::ffff:192.168.0.1', false],
  ['fe80::1', false],
  ['200.198.239.21', true],
  ['2804:14c::1', true],
])('a name at %s is connected to: %s', async (address, isPublic) => {
  const family = address.includes(':') ? 6 : 4;
  const names = ((_name: string, _options: object, done: CallableFunction) =>
    done(null, [
      { address: '200.198.239.21', family: 4 },
      { address, family },
    ])) as never;
  const found = await new Promise((done) => {
    publicLookup(names)('www.fazenda.pr.gov.br', { all: true }, (error) => done(error === null));
  });
  expect(found).toBe(isPublic);
});
