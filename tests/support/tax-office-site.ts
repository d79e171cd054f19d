import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { executeOcrEndpoint } from '../../src/contract/receipt-reading.ts';
import type { ReceiptBody } from '../../src/contract/receipts.ts';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { readInThread } from '../../src/gateway/tax-office/read-in-thread.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { addParameter, changeCampaign } from './changed-campaign.ts';
import {
  type GatewayOptions,
  openGateway,
  type TestConsumer,
  type TestGateway,
} from './gateway.ts';
import { shopCnpj } from './receipt-body.ts';
import { qrPicture } from './receipts/qr-picture.ts';
import { receiptKey } from './receipts/receipt-key.ts';
import { type OfficeReply, type StandInOffice, startTaxOffice } from './tax-office.ts';
import { officePage, officeReceipt } from './tax-office-pages.ts';

export const hash = '0123456789ABCDEF0123456789ABCDEF01234567';
export const codeOf = (key: string, rest = `2|1|1|${hash}`) =>
  `http://www.fazenda.pr.gov.br/nfce/qrcode?p=${key}|${rest}`;
/** The code names day and total, so its picture is not searched for print, which takes seconds. */
export const offlineCode = (day: string, total: number) =>
  `2|1|${day.slice(8)}|${(total / 100).toFixed(2)}|${'6a'.repeat(28)}|1|${hash}`;
/** A code that names its buyer: a company by 14 digits, a person by 11. */
export function buyersCode({ key, day }: { key: string; day: string }, document: string): string {
  const kind = document.length === 14 ? 1 : 2;
  return codeOf(key, `3|1|${day.slice(8)}|54.90|${kind}|${document}|${'aB3x'.repeat(20)}`);
}
/** Of another register than `newAccessKey`, whose numbers go on from the worker's last file. */
export const shop = { state: 'PR' as const, cnpj: shopCnpj, series: 2, code: '12345678' };
export const notInBooks = 'NFC-e não consta na base de dados';
export const minute = 60_000;
export const hour = 60 * minute;
/** In the middle of a month, so that an access key, which names its month, also fits the day before. */
export const start = new Date('2026-03-17T12:00:00-03:00');

export let office: StandInOffice;
export let site: TestGateway;
/** Signed up once for nearly all tests. */
let member: TestConsumer;
/** Reads and sends; see `actAs`. */
export let ana: TestConsumer;

/** One for all gateways: its process starts once. */
export let ocr: ReturnType<typeof openOcr>;

export function actAs(person: TestConsumer): void {
  ana = person;
}

/** The tests of a file share a gateway, but no question of an office, and no pause of one. */
export function shareTaxOffice(): void {
  beforeAll(async () => {
    ocr = openOcr({ maxProcesses: 1, readingMs: 60_000, waitingMs: 60_000 });
    office = await startTaxOffice();
    // A person's reading waits two seconds for the page; the first thread loads its parser before.
    await readInThread(Buffer.from(''));
    site = await openWithOffice({ now: start });
    member = await site.signUp();
  });
  afterAll(async () => {
    await site.close();
    await Promise.all([office.close(), ocr.close()]);
  });

  beforeEach(async () => {
    ana = member;
    office.asked.length = 0;
    office.reply = () => ({ status: 404 });
    site.clock.now = start;
    await site.query('delete from tax_office_questions');
    await site.query('delete from tax_office_turns');
  });
  afterEach(async () => {
    office.hangUp();
    await site.settle();
  });
}

function openWithOffice(options: GatewayOptions): Promise<TestGateway> {
  const taxOffice = { kind: 'stand-in' as const, url: office.url };
  return openGateway({ ocr, ...options, settings: { taxOffice } });
}

export async function withGateway(
  options: GatewayOptions,
  run: () => Promise<void>,
): Promise<void> {
  const shared = site;
  const { database } = shared.gateway;
  site = await openWithOffice({ database, clock: shared.clock, ...options });
  try {
    await run();
  } finally {
    await site.close();
    site = shared;
  }
}

/** Runs a test against a gateway whose campaign also has this parameter. */
export async function withParameter(
  code: string,
  value: string,
  run: () => Promise<void>,
): Promise<void> {
  const shared = site;
  await addParameter(shared, code, value);
  await withGateway({}, run).finally(() => changeCampaign(shared, (campaign) => campaign));
}

let receipts = 0;

/** A receipt of today that the office knows, issued offline: its code names the day. */
export async function knownReceipt(total = 5490) {
  receipts += 1;
  const day = dayInSaoPaulo(site.clock.now);
  const key = receiptKey({ ...shop, day, number: receipts, offline: true });
  const known = officeReceipt(key, { day, total });
  const picture = await qrPicture(codeOf(key, offlineCode(day, total)));
  return { key, day, known, page: officePage(known), picture };
}

export async function readPicture(picture: string) {
  const { body, status } = await site.call(executeOcrEndpoint, {
    body: { imageBase64: picture },
    token: ana.token,
  });
  expect(status).toBe(200);
  return body.data.coupon;
}

/** Reads a new picture, for which the office has this answer, or its page. */
export async function readNew(reply?: OfficeReply) {
  const { page, picture } = await knownReceipt();
  office.reply = () => reply ?? page;
  return readPicture(picture);
}

export async function sendReceipt(overrides: Partial<ReceiptBody>) {
  const sent = await site.sendReceipt(ana, overrides);
  expect(sent.status).toBe(201);
  return sent.body;
}

/** Sends a receipt that the office knows, as its picture has it. */
export function sendKnown({ key, picture }: { key: string; picture: string }, overrides = {}) {
  return sendReceipt({ identifier: key, totalAmount: 54.9, imageBase64: picture, ...overrides });
}

/** Reads a new picture as `readNew` does, and sends its receipt with what a person typed over it. */
export async function readAndSend({
  reply,
  typed = {},
}: {
  reply?: OfficeReply;
  typed?: object;
} = {}) {
  const receipt = await knownReceipt();
  office.reply = () => reply ?? receipt.page;
  await readPicture(receipt.picture);
  return { ...receipt, ...(await sendKnown(receipt, typed)) };
}

/** What the office says of a receipt, and its status: the session ends before some of the tests. */
export async function statesOf(id: number | string) {
  const [row] = await site.query<{ taxOffice: string; status: string }>(
    'select tax_office as "taxOffice", status from receipts where id = $1',
    [id],
  );
  return [row?.taxOffice, row?.status];
}

export async function storedAnswer(id: number | string) {
  const [row] = await site.query('select tax_office_answer as answer from receipts where id = $1', [
    id,
  ]);
  return row?.['answer'];
}

/** Lets time pass, after which the server asks what is due. */
export async function passTimeAndAsk(milliseconds: number) {
  site.passTime(milliseconds);
  await site.askTaxOffices();
}
