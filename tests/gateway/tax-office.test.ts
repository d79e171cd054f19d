import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseMe, getPersonalData } from '../../src/contract/personal-data.ts';
import { executeOcr } from '../../src/contract/receipt-reading.ts';
import {
  getReceiptDetails,
  type ReceiptBody,
  replaceReceiptImage,
} from '../../src/contract/receipts.ts';
import { eraseRowsAbout } from '../../src/gateway/privacy/queries.ts';
import { openOcr } from '../../src/gateway/services/ocr/ocr.ts';
import { readInThread } from '../../src/gateway/tax-office/read-in-thread.ts';
import { dayInSaoPaulo } from '../../src/rules/dates.ts';
import { addParameter, changeCampaign } from '../support/changed-campaign.ts';
import {
  type GatewayOptions,
  openGateway,
  type TestConsumer,
  type TestGateway,
} from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { acceleratedProducts, otherCnpj, shopCnpj } from '../support/receipt-body.ts';
import { qrPicture } from '../support/receipts/qr-picture.ts';
import { receiptKey } from '../support/receipts/receipt-key.ts';
import { type OfficeReply, type StandInOffice, startTaxOffice } from '../support/tax-office.ts';
import { officePage, officeReceipt, printedBuyer } from '../support/tax-office-pages.ts';

const hash = '0123456789ABCDEF0123456789ABCDEF01234567';
const codeOf = (key: string, rest = `2|1|1|${hash}`) =>
  `http://www.fazenda.pr.gov.br/nfce/qrcode?p=${key}|${rest}`;
/** The code names day and total, so its picture is not searched for print, which takes seconds. */
const offlineCode = (day: string, total: number) =>
  `2|1|${day.slice(8)}|${(total / 100).toFixed(2)}|${'6a'.repeat(28)}|1|${hash}`;
/** Of another register than `newAccessKey`, whose numbers go on from the worker's last file. */
const shop = { state: 'PR' as const, cnpj: shopCnpj, series: 2, code: '12345678' };
const notInBooks = 'NFC-e não consta na base de dados';
const minute = 60_000;
const hour = 60 * minute;
/** In the middle of a month, so that an access key, which names its month, also fits the day before. */
const start = new Date('2026-03-17T12:00:00-03:00');

let office: StandInOffice;
let site: TestGateway;
/** Signed up once for nearly all tests. */
let member: TestConsumer;
let ana: TestConsumer;

/** One for all gateways: its process starts once. */
const ocr = openOcr({ maxProcesses: 1, readingMs: 60_000, waitingMs: 60_000 });

beforeAll(async () => {
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

/** The tests share a gateway, but no question of an office, and no pause of one. */
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

function openWithOffice(options: GatewayOptions): Promise<TestGateway> {
  const taxOffice = { kind: 'stand-in' as const, url: office.url };
  return openGateway({ ocr, ...options, settings: { taxOffice } });
}

async function withGateway(options: GatewayOptions, run: () => Promise<void>): Promise<void> {
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
async function withParameter(code: string, value: string, run: () => Promise<void>): Promise<void> {
  const shared = site;
  await addParameter(shared, code, value);
  await withGateway({}, run).finally(() => changeCampaign(shared, (campaign) => campaign));
}

let receipts = 0;

/** A receipt of today that the office knows, issued offline: its code names the day. */
async function knownReceipt(total = 5490) {
  receipts += 1;
  const day = dayInSaoPaulo(site.clock.now);
  const key = receiptKey({ ...shop, day, number: receipts, offline: true });
  const known = officeReceipt(key, { day, total });
  const picture = await qrPicture(codeOf(key, offlineCode(day, total)));
  return { key, day, known, page: officePage(known), picture };
}

async function readPicture(picture: string) {
  const { body, status } = await site.call(executeOcr, {
    body: { imageBase64: picture },
    token: ana.token,
  });
  expect(status).toBe(200);
  return body.data.coupon;
}

/** Reads a new picture, for which the office has this answer, or its page. */
async function readNew(reply?: OfficeReply) {
  const { page, picture } = await knownReceipt();
  office.reply = () => reply ?? page;
  return readPicture(picture);
}

async function sendReceipt(overrides: Partial<ReceiptBody>) {
  const sent = await site.sendReceipt(ana, overrides);
  expect(sent.status).toBe(201);
  return sent.body;
}

/** Sends a receipt that the office knows, as its picture has it. */
function sendKnown({ key, picture }: { key: string; picture: string }, overrides = {}) {
  return sendReceipt({ identifier: key, totalAmount: 54.9, imageBase64: picture, ...overrides });
}

/** Reads a new picture as `readNew` does, and sends its receipt with what a person typed over it. */
async function readAndSend({ reply, typed = {} }: { reply?: OfficeReply; typed?: object } = {}) {
  const receipt = await knownReceipt();
  office.reply = () => reply ?? receipt.page;
  await readPicture(receipt.picture);
  return { ...receipt, ...(await sendKnown(receipt, typed)) };
}

/** What the office says of a receipt, and its status: the session ends before some of the tests. */
async function statesOf(id: number | string) {
  const [row] = await site.query<{ taxOffice: string; status: string }>(
    'select tax_office as "taxOffice", status from receipts where id = $1',
    [id],
  );
  return [row?.taxOffice, row?.status];
}

async function storedAnswer(id: number | string) {
  const [row] = await site.query('select tax_office_answer as answer from receipts where id = $1', [
    id,
  ]);
  return row?.['answer'];
}

/** Lets time pass, after which the server asks what is due. */
async function passTimeAndAsk(milliseconds: number) {
  site.passTime(milliseconds);
  await site.askTaxOffices();
}

describe('while the person looks at the picture', () => {
  test('the reading contains the office’s data', async () => {
    const { key, day, page, picture } = await knownReceipt();
    office.reply = () => page;
    expect(await readPicture(picture)).toEqual({
      number: key,
      issueDate: day,
      purchaseTime: '10:20:30',
      totalAmount: 54.9,
      company: { cnpj: key.slice(6, 20) },
      items: [
        {
          code: '4711',
          description: 'CR DENT BRISAL CARV 90G',
          quantity: 1,
          unitPrice: 12.99,
          total: 12.99,
        },
        {
          code: '4711',
          description: 'ÁGUA MIN. C/GÁS <1,5L>',
          quantity: 2,
          unitPrice: 20.955,
          total: 41.91,
        },
      ],
      taxOffice: 'CONFIRMED',
    });
    expect(office.asked).toHaveLength(1);
    expect(office.asked[0]).toMatchObject({ host: 'www.fazenda.pr.gov.br', path: '/nfce/qrcode' });
    expect(office.asked[0]?.query.get('p')).toMatch(new RegExp(`^${key}\\|2\\|1\\|.*\\|${hash}$`));
  });

  test('an office that answers after two seconds is in time while the print is being read', async () => {
    const print = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    let readings = 0;
    const slowly: typeof ocr.read = async (file, type, signal, tell) => {
      readings += 1;
      const isFirst = readings === 1;
      const answer = await ocr.read(file, type, signal);
      tell?.(answer);
      if (isFirst) await print.promise;
      return answer;
    };
    await withGateway({ ocr: { ...ocr, read: slowly } }, async () => {
      const { key, page, picture } = await knownReceipt();
      office.reply = ({ query }) => (query.get('p')?.includes(key) ? late.promise : 'silence');
      const reading = readPicture(picture);
      await expect.poll(() => office.asked.length).toBe(1);
      // The page waits two seconds for this one, which the office never answers.
      const other = await readPicture((await knownReceipt()).picture);
      expect(other).toMatchObject({ taxOffice: 'WAITING' });
      late.resolve(page);
      expect(await reading).toMatchObject({ taxOffice: 'CONFIRMED', totalAmount: 54.9 });
      office.hangUp();
      print.resolve();
    });
  });

  test('the same receipt is asked about once', async () => {
    const { page, picture } = await knownReceipt();
    office.reply = () => page;
    const both = await Promise.all([readPicture(picture), readPicture(picture)]);
    expect(both.map((coupon) => coupon?.taxOffice)).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect((await readPicture(picture))?.totalAmount).toBe(54.9);
    expect(office.asked).toHaveLength(1);
  });

  test('redirects go through the stand-in, with the cookies of their host', async () => {
    const { page, picture } = await knownReceipt();
    const next = 'http://www.dfews.fazenda.pr.gov.br/nfce/qrcode?visto=1';
    office.reply = ({ host, query, cookie }) => {
      if (host !== 'www.dfews.fazenda.pr.gov.br') {
        return { status: 302, headers: { location: next, 'set-cookie': 'alheio=1' } };
      }
      if (cookie === 'sessao=7' && query.get('visto') === '2') return page;
      return { status: 302, headers: { location: '?visto=2', 'set-cookie': 'sessao=7; Path=/' } };
    };
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
    expect(office.asked.map(({ cookie }) => cookie)).toEqual(['', '', 'sessao=7']);
  });

  test.each([
    'http://127.0.0.1:9/roubo',
    'http://169.254.169.254/latest/meta-data/',
    'http://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx',
    'http://www.fazenda.pr.gov.br.example/nfce/qrcode',
    'http://www.fazenda.pr.gov.br:8080/nfce/qrcode',
    'http://a@www.fazenda.pr.gov.br/nfce/qrcode',
    'file:///etc/passwd',
    '//example.com/',
  ])('a redirect to %s is not followed', async (location) => {
    const read = await readNew({ status: 302, headers: { location } });
    expect(read).toMatchObject({ taxOffice: 'NOT_CONFIRMED', items: null });
    expect(office.asked).toHaveLength(1);
  });

  test('redirects without end are left', async () => {
    const { picture } = await knownReceipt();
    office.reply = ({ query }) => ({
      status: 302,
      headers: { location: `?n=${Number(query.get('n')) + 1}` },
    });
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
    expect(office.asked).toHaveLength(6);
  });

  test('a code without a day is read on, and asked about beside it', async () => {
    const day = dayInSaoPaulo(site.clock.now);
    const key = receiptKey({ ...shop, day, number: 990_007, offline: false });
    office.reply = () => officePage(officeReceipt(key, { day, total: 5490 }));
    const picture = await qrPicture(codeOf(key));
    expect(await readPicture(picture)).toMatchObject({ issueDate: day, taxOffice: 'CONFIRMED' });
    office.reply = () => ({ status: 403 });
    const other = receiptKey({ ...shop, day, number: 990_008, offline: false });
    expect(await readPicture(await qrPicture(codeOf(other)))).toMatchObject({
      number: other,
      issueDate: null,
      taxOffice: 'NOT_CONFIRMED',
    });
  });

  test.each([
    ['a page that changed', '<html><body>Nova consulta</body></html>', 'NOT_CONFIRMED'],
    ['a captcha', '<div class="g-recaptcha"></div>', 'NOT_CONFIRMED'],
    ['a refusal', 'Inconsistência de Informações no QR Code', 'NOT_CONFIRMED'],
    ['a block', { status: 403, body: 'Access denied' }, 'NOT_CONFIRMED'],
    ['a file', { headers: { 'content-type': 'application/pdf' }, body: '%PDF' }, 'NOT_CONFIRMED'],
    ['10 MB', { body: 'x'.repeat(10_000_000) }, 'NOT_CONFIRMED'],
    ['a receipt that is not in its books', notInBooks, 'WAITING'],
    ['an error', { status: 500 }, 'WAITING'],
    ['nothing', { body: '' }, 'WAITING'],
    ['silence', 'silence' as const, 'WAITING'],
  ])('%s leaves the reading as it is', async (_, reply, taxOffice) => {
    const { key, picture } = await knownReceipt();
    office.reply = () => reply;
    expect(await readPicture(picture)).toMatchObject({
      number: key,
      company: { cnpj: key.slice(6, 20) },
      purchaseTime: null,
      // The code of a receipt that was issued offline holds its total.
      totalAmount: 54.9,
      items: null,
      taxOffice,
    });
  });

  test('another receipt’s page, a cancelled one and one of the test environment prove nothing', async () => {
    const other = await knownReceipt();
    for (const change of [
      other.known,
      { notice: 'NFC-e CANCELADA' },
      { environment: 'Homologação' },
    ]) {
      const { known, picture } = await knownReceipt();
      office.reply = () => officePage({ ...known, ...change });
      expect(await readPicture(picture)).toMatchObject({ taxOffice: 'NOT_CONFIRMED', items: null });
    }
  });

  test('a state whose page needs a person is not asked', async () => {
    const day = dayInSaoPaulo(site.clock.now);
    const facts = { ...shop, state: 'SC' as const, day, number: 5, offline: true };
    const santaCatarina = receiptKey(facts);
    const code = `https://sat.sef.sc.gov.br/nfce/consulta?p=${santaCatarina}|${offlineCode(day, 5490)}`;
    expect(await readPicture(await qrPicture(code))).toMatchObject({
      number: santaCatarina,
      taxOffice: 'NOT_CONFIRMED',
    });
    expect(office.asked).toEqual([]);
  });

  test('the code’s own address is not asked', async () => {
    const { key, page } = await knownReceipt();
    office.reply = () => page;
    const code = `http://127.0.0.1:9/nfce/qrcode?p=${key}|3|1|01|54.90|||${'aB3x'.repeat(20)}`;
    expect(await readPicture(await qrPicture(code))).toMatchObject({ taxOffice: 'CONFIRMED' });
    expect(office.asked[0]?.host).toBe('www.fazenda.pr.gov.br');
  });

  test('a code that names a buyer is asked with the signed-in person’s document, and keeps none', async () => {
    const day = dayInSaoPaulo(site.clock.now);
    const key = receiptKey({ ...shop, day, number: 990_006, offline: true });
    const signature = 'aB3x'.repeat(20);
    office.reply = () => ({ status: 500 });
    const stranger = '52998224725';
    await readPicture(
      await qrPicture(codeOf(key, `3|1|${day.slice(8)}|54.90|2|${stranger}|${signature}`)),
    );
    expect(office.asked[0]?.query.get('p')).toContain(`|2|${ana.consumer.document}|`);
    const rows = await site.query('select * from tax_office_questions');
    expect(JSON.stringify(rows)).not.toContain(stranger);
    expect(JSON.stringify(rows)).not.toContain(ana.consumer.document);
  });

  test('one person cannot make the gateway ask an office without limit', async () => {
    await readNew(notInBooks);
    await site.query(
      `insert into tax_office_questions
         (campaign_id, consumer_id, access_key, query_sha256, created_at)
       select campaign_id, consumer_id, n::text, '', created_at
       from tax_office_questions, generate_series(1, 59) as n where consumer_id = $1`,
      [ana.id],
    );
    expect(await readNew()).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
    expect(office.asked).toHaveLength(1);
  });
});

describe('after the receipt was entered', () => {
  test('a confirmed receipt says so, and keeps what the office said without the buyer', async () => {
    const { id, status } = await readAndSend();
    expect(status).toBe('IN_ANALYSIS');
    const answer = await storedAnswer(id);
    expect(answer).toMatchObject({ total: 5490, time: '10:20:30' });
    expect(JSON.stringify(answer)).not.toContain(printedBuyer.name);
    expect(JSON.stringify(answer)).not.toContain(printedBuyer.document);
    const { body } = await site.call(getReceiptDetails, {
      parameters: { couponId: id },
      token: ana.token,
    });
    expect(body).toMatchObject({ status: 'IN_ANALYSIS', taxOffice: 'CONFIRMED' });
  });

  test('a receipt that no page asked about is asked about by the code in its picture', async () => {
    const receipt = await knownReceipt();
    office.reply = () => receipt.page;
    const { id } = await sendKnown(receipt);
    await site.settle();
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    expect(office.asked).toHaveLength(1);
  });

  test('a picture of another receipt, or of none, confirms nothing', async () => {
    const { picture } = await knownReceipt();
    office.reply = () => 'must not be asked';
    const other = await sendReceipt({ imageBase64: picture });
    const none = await sendReceipt({});
    await site.settle();
    for (const { id } of [other, none]) {
      expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    }
    expect(office.asked).toEqual([]);
  });

  test('a code that the office refused at the reading is not asked about again', async () => {
    const { id } = await readAndSend({ reply: 'Inconsistência de Informações no QR Code' });
    await site.settle();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    expect(office.asked).toHaveLength(1);
  });

  test('the picture that a moderator asked for is asked about', async () => {
    const { key, page, picture } = await knownReceipt();
    const { id } = await sendReceipt({ identifier: key, totalAmount: 55.9 });
    await site.settle();
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    await site.operate('receipts', 'request-image', Number(id));
    office.reply = () => page;
    const replaced = await site.call(replaceReceiptImage, {
      parameters: { couponId: id },
      body: { imageBase64: picture },
      token: ana.token,
    });
    expect(replaced.body?.taxOffice).toBe('WAITING');
    await site.settle();
    expect(await storedAnswer(id)).toMatchObject({ total: 5490 });
    const { text } = await site.operate('receipts', 'show', Number(id));
    expect(text).toMatch(/^differs +TOTAL/m);
  });

  /** A picture of the receipt with another code, which names this buyer. */
  function pictureFor({ key, day }: { key: string; day: string }, document: string) {
    return qrPicture(codeOf(key, `3|1|${day.slice(8)}|54.90|2|${document}|${'aB3x'.repeat(20)}`));
  }

  async function replacePicture(id: number | string, imageBase64: string) {
    await site.operate('receipts', 'request-image', Number(id));
    const { status } = await site.call(replaceReceiptImage, {
      parameters: { couponId: id },
      body: { imageBase64 },
      token: ana.token,
    });
    expect(status).toBe(200);
  }

  test('a better picture is asked about while the office is still asked about the earlier one', async () => {
    const { key, day, page, picture } = await knownReceipt();
    office.reply = () => notInBooks;
    const { id } = await sendKnown({ key, picture });
    await site.settle();
    expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
    office.reply = ({ query }) => (query.get('p')?.includes(hash) ? notInBooks : page);
    await replacePicture(id, await pictureFor({ key, day }, ana.consumer.document));
    await site.settle();
    expect((await statesOf(id))[0]).toBe('CONFIRMED');
  });

  test('an answer about a picture that was replaced meanwhile counts for nothing', async () => {
    const { key, day, page, picture } = await knownReceipt();
    const late = Promise.withResolvers<string>();
    office.reply = ({ query }) => (query.get('p')?.includes(hash) ? late.promise : notInBooks);
    const { id } = await sendKnown({ key, picture });
    await expect.poll(() => office.asked.length).toBe(1);
    site.passTime(1000);
    await replacePicture(id, await pictureFor({ key, day }, ana.consumer.document));
    await expect.poll(() => office.asked.length).toBe(2);
    late.resolve('Inconsistência de Informações no QR Code');
    await site.settle();
    office.reply = () => page;
    await passTimeAndAsk(6 * minute);
    expect((await statesOf(id))[0]).toBe('CONFIRMED');
  });

  test('a released receipt that another person sends is asked about with the document of that person', async () => {
    const { key, day, page, picture } = await knownReceipt();
    office.reply = () => notInBooks;
    const { id } = await sendKnown({ key, picture });
    await site.settle();
    await moderate(site, Number(id), { to: 'REJECTED', reason: 'ILLEGIBLE' });
    await site.operate('receipts', 'release', Number(id));
    ana = await site.signUp();
    const { document } = ana.consumer;
    office.reply = ({ query }) => (query.get('p')?.includes(`|${document}|`) ? page : notInBooks);
    await sendKnown({ key, picture: await pictureFor({ key, day }, document) });
    await site.settle();
    expect(office.asked.at(-1)?.query.get('p')).toContain(`|${document}|`);
  });

  test.each(['its sender', 'another person'])(
    'a receipt that was released is asked about when %s sends it with a better picture',
    async (sender) => {
      const { key, page, picture } = await knownReceipt();
      const { id } = await sendReceipt({ identifier: key, totalAmount: 54.9 });
      await site.settle();
      await moderate(site, Number(id), { to: 'REJECTED', reason: 'ILLEGIBLE' });
      await site.operate('receipts', 'release', Number(id));
      if (sender === 'another person') ana = await site.signUp();
      office.reply = () => page;
      const again = await sendKnown({ key, picture });
      await site.settle();
      expect((await statesOf(again.id))[0]).toBe('CONFIRMED');
    },
  );

  test('a short number cannot be asked about', async () => {
    const { id } = await sendReceipt({ identifier: '123456', totalAmount: 71.3 });
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
  });

  test('an office that does not know it yet is asked again, after growing pauses', async () => {
    const { id, page } = await readAndSend({ reply: notInBooks });
    expect(await statesOf(id)).toEqual(['WAITING', 'IN_ANALYSIS']);
    await passTimeAndAsk(minute);
    expect(office.asked).toHaveLength(1);
    await passTimeAndAsk(5 * minute);
    expect(office.asked).toHaveLength(2);
    await passTimeAndAsk(10 * minute);
    expect(office.asked).toHaveLength(2);
    office.reply = () => page;
    await passTimeAndAsk(hour);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
  });

  test('an office is no longer asked after three days', async () => {
    const { id } = await readAndSend({ reply: notInBooks });
    for (const pause of [0.1, 1, 6, 24, 30, 30, 30, 30]) await passTimeAndAsk(pause * hour);
    expect(office.asked).toHaveLength(7);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'IN_ANALYSIS']);
    const rows = await site.query('select query from tax_office_questions');
    expect(rows).toEqual([{ query: null }]);
  });

  test.each([
    ['total', { totalAmount: 55.9 }],
    ['day', { purchaseDate: '2026-03-16' }],
    ['shop', { cnpj: otherCnpj }],
  ])('another %s than the office’s sends it to a person, numbers stay', async (field, typed) => {
    const { id, status, page } = await readAndSend({ reply: { status: 500 }, typed });
    const numbers = () => site.query('select * from lucky_numbers order by id');
    const before = await numbers();
    office.reply = () => page;
    await passTimeAndAsk(6 * minute);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    expect(await numbers()).toEqual(before);
    // A CNPJ that is not the key's waits for a person from the start.
    expect(status).toBe(field === 'shop' ? 'PENDING_ANALYSIS' : 'IN_ANALYSIS');
  });

  test('a receipt whose difference is known when it is entered waits for a moderator', async () => {
    const { status } = await readAndSend({ typed: { totalAmount: 60 } });
    expect(status).toBe('PENDING_ANALYSIS');
  });

  test('the operator sees both readings of a receipt that differs', async () => {
    const { id } = await readAndSend({ typed: { totalAmount: 60 } });
    const { text } = await site.operate('receipts', 'show', Number(id));
    expect(text).toMatch(/^total +R\$.60,00/m);
    expect(text).toMatch(/^officeTotal +R\$.54,90/m);
    expect(text).toMatch(/^differs +TOTAL/m);
    expect(text).toMatch(/^reasons +TAX_OFFICE/m);
    expect(text).toContain('CR DENT BRISAL CARV 90G');
  });

  test('the office’s answer is in the consumer’s data, and is erased with it', async () => {
    ana = await site.signUp();
    const { id } = await readAndSend();
    const { body } = await site.call(getPersonalData, { token: ana.token });
    expect(body.receipts[0]).toMatchObject({
      purchaseTime: '10:20:30',
      items: [{ description: 'CR DENT BRISAL CARV 90G', total: 12.99 }, { total: 41.91 }],
    });
    const { key, ...unsent } = await knownReceipt();
    office.reply = () => unsent.page;
    await readPicture(unsent.picture);
    const { readings } = (await site.call(getPersonalData, { token: ana.token })).body;
    expect(readings).toMatchObject([
      { outcome: 'confirmed' },
      { accessKey: key, outcome: 'confirmed', items: [{ total: 12.99 }, { total: 41.91 }] },
    ]);
    const { database } = site.gateway;
    await database.transaction((queries) => eraseRowsAbout(queries, ana.id));
    expect(await storedAnswer(id)).toBeNull();
    expect(await database.query('select * from tax_office_questions')).toEqual([]);
  });

  describe('whose picture another person has read', () => {
    async function readAndSendByTwo() {
      const [reader, sender] = [await site.signUp(), await site.signUp()];
      const receipt = await knownReceipt();
      office.reply = () => receipt.page;
      ana = reader;
      await readPicture(receipt.picture);
      ana = sender;
      return { ...receipt, ...(await sendKnown(receipt)), reader, sender };
    }

    test('is asked about again when its reader has left', async () => {
      const { id, known, reader } = await readAndSendByTwo();
      await site.call(eraseMe, { token: reader.token });
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
      office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
      await passTimeAndAsk(25 * hour);
      expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    });

    test('leaves no answer when its sender has left, also if it is read again', async () => {
      const { id, picture, reader, sender } = await readAndSendByTwo();
      await site.call(eraseMe, { token: sender.token });
      expect(await site.query('select * from tax_office_questions')).toEqual([]);
      ana = reader;
      expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
      expect(await storedAnswer(id)).toBeNull();
    });

    test('is asked about with its sender’s document, too', async () => {
      const [reader, sender] = [await site.signUp(), await site.signUp()];
      const { key, day, page } = await knownReceipt();
      const code = `3|1|${day.slice(8)}|54.90|2|${sender.consumer.document}|${'aB3x'.repeat(20)}`;
      const picture = await qrPicture(codeOf(key, code));
      office.reply = ({ query }) =>
        query.get('p')?.includes(`|${sender.consumer.document}|`)
          ? page
          : 'Inconsistência de Informações no QR Code';
      ana = reader;
      expect(await readPicture(picture)).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
      ana = sender;
      const { id } = await sendKnown({ key, picture });
      await site.settle();
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    });
  });

  test('a receipt cancelled after its confirmation goes to a moderator', async () => {
    const { id, known } = await readAndSend();
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(25 * hour);
    expect(office.asked).toHaveLength(2);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  /** The doubts that the operator's list shows of a receipt; undefined for one that it leaves out. */
  async function listedDoubts(id: number | string) {
    const rows = await site.operateRows('receipts', 'doubted');
    return rows.find((row) => row['id'] === Number(id))?.['doubts'];
  }

  test('a receipt approved before the answer stays approved, and is on the operator’s list of doubts', async () => {
    const { id, known } = await readAndSend();
    await moderate(site, id, { to: 'APPROVED' });
    expect(await listedDoubts(id)).toBeUndefined();
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'APPROVED']);
    expect(await listedDoubts(id)).toBe('CANCELLED');
    const show = async () => (await site.operate('receipts', 'show', Number(id))).text;
    expect(await show()).toMatch(/^reasons +TAX_OFFICE\ndoubts +CANCELLED$/m);
    expect(await show(), 'in São Paulo').toMatch(/^officeAnswered +\d{4}-\d\d-\d\d \d\d:/m);
    await moderate(site, id, { to: 'DONE' });
    expect(await listedDoubts(id)).toBeUndefined();
    expect(await show()).toMatch(/^judgedDoubts +CANCELLED$/m);
  });

  test('a receipt that was finished before its cancellation is on the list of doubts, too', async () => {
    const { id, known } = await readAndSend();
    await moderate(site, id, { to: 'APPROVED' });
    await moderate(site, id, { to: 'DONE' });
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'DONE']);
    expect(await listedDoubts(id)).toBe('CANCELLED');
  });

  test('a doubt that a moderator has judged is raised once, and a cancellation after it anew', async () => {
    const { id, known } = await readAndSend({ typed: { totalAmount: 60 } });
    await moderate(site, id, { to: 'APPROVED' });
    expect(await listedDoubts(id)).toBeUndefined();
    office.reply = () => ({ status: 500 });
    await passTimeAndAsk(25 * hour);
    expect(await listedDoubts(id)).toBeUndefined();
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(2 * minute);
    expect(await listedDoubts(id)).toBe('CANCELLED');
    expect(site.lines.join('\n')).toContain(
      `"event":"approved receipt doubted","receipt":${id},"doubts":"CANCELLED"`,
    );
  });

  test('doubts of before the upgrade that brought their list are named, and listed as they were', async () => {
    const { id } = await readAndSend({ typed: { totalAmount: 60 } });
    const folder = new URL('../../src/gateway/db/migrations/', import.meta.url);
    const script = await readFile(new URL('0034-doubts.sql', folder), 'utf8');
    const updates = script.split(/;\s*$/m).filter((part) => part.includes('update receipts'));
    const upgraded = async (before: string) => {
      await site.query(
        `update receipts set doubts = '{}', open_doubts = '{}', ${before} where id = $1`,
        [id],
      );
      for (const statement of updates) await site.query(statement);
      const [row] = await site.query<{ doubts: string[]; open_doubts: string[] }>(
        'select doubts, open_doubts from receipts where id = $1',
        [id],
      );
      return [row?.doubts, row?.open_doubts];
    };
    expect(await upgraded("status = 'APPROVED'")).toEqual([['TOTAL'], ['TOTAL']]);
    expect(await upgraded("status = 'DONE'")).toEqual([['TOTAL'], []]);
    const cancelled = "status = 'APPROVED', total_centavos = 5490";
    expect(await upgraded(cancelled)).toEqual([['CANCELLED'], ['CANCELLED']]);
    const answered = (outcome: string) =>
      site.query(
        `update tax_office_questions set outcome = $2
         where access_key = (select identity from receipts where id = $1)`,
        [id, outcome],
      );
    await answered('cancelled');
    const both = "status = 'APPROVED', total_centavos = 6000";
    expect(await upgraded(both)).toEqual([
      ['TOTAL', 'CANCELLED'],
      ['TOTAL', 'CANCELLED'],
    ]);
    await answered('confirmed');
    expect(await upgraded("total_centavos = 5490, tax_office = 'CONFIRMED'")).toEqual([
      ['PRODUCT'],
      ['PRODUCT'],
    ]);
    expect(await upgraded("review_reasons = '{}'")).toEqual([[], []]);
  });

  test('an office that is down a day later undoes no confirmation, and is asked again', async () => {
    const { id, known } = await readAndSend();
    office.reply = () => ({ status: 500 });
    await passTimeAndAsk(25 * hour);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    office.reply = () => officePage({ ...known, notice: 'NFC-e CANCELADA' });
    await passTimeAndAsk(2 * minute);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
  });

  test('a stranger’s reading a week later, while the office is down, undoes no confirmation', async () => {
    const { id, picture } = await readAndSend();
    await passTimeAndAsk(25 * hour);
    site.passTime(8 * 24 * hour);
    await site.tidy();
    ana = await site.signUp();
    office.reply = () => ({ status: 500 });
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'WAITING' });
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    office.reply = () => 'Inconsistência de Informações no QR Code';
    await passTimeAndAsk(6 * minute);
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
  });

  test('a receipt that was judged stays judged', async () => {
    const { id, page } = await readAndSend({ reply: { status: 500 }, typed: { totalAmount: 99 } });
    await moderate(site, id, { to: 'APPROVED' });
    office.reply = () => page;
    await passTimeAndAsk(6 * minute);
    expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'APPROVED']);
  });

  test('a forged code does not stand in the way of the right one', async () => {
    const { key, page, picture } = await knownReceipt();
    const forged = await qrPicture(codeOf(key, `3|1|01|54.90|||${'aB3x'.repeat(20)}`));
    office.reply = ({ query }) =>
      query.get('p')?.includes(hash) ? page : 'Inconsistência de Informações no QR Code';
    expect(await readPicture(forged)).toMatchObject({ taxOffice: 'NOT_CONFIRMED' });
    expect(await readPicture(picture)).toMatchObject({ taxOffice: 'CONFIRMED' });
  });
});

describe('approval by itself', () => {
  test('happens where the campaign wants it, to a confirmed receipt alone', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const confirmed = await readAndSend();
      expect(confirmed.status).toBe('APPROVED');
      const other = await sendReceipt({ identifier: '4711', totalAmount: 68.4 });
      expect(other.status).toBe('IN_ANALYSIS');
      const differing = await knownReceipt();
      office.reply = () => differing.page;
      const { id } = await sendKnown(differing, { totalAmount: 70 });
      await site.settle();
      expect(await statesOf(id)).toEqual(['NOT_CONFIRMED', 'PENDING_ANALYSIS']);
    }));

  test('happens to no receipt for an accelerator that the office does not list', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const typed = { products: acceleratedProducts(54.9) };
      expect((await readAndSend({ typed })).status).toBe('APPROVED');
      const { known, ...receipt } = await knownReceipt();
      const items = known.items.map((item) => ({ ...item, name: 'ÁGUA MIN. S/GÁS 1,5L' }));
      office.reply = () => officePage({ ...known, items });
      const { id } = await sendKnown(receipt, typed);
      await site.settle();
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
      const { text } = await site.operate('receipts', 'show', Number(id));
      expect(text).toMatch(/^differs +PRODUCT/m);
      expect(text).toMatch(/^reasons +TAX_OFFICE/m);
    }));

  test('happens to no receipt for purchases of which none is promoted', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const sendItems = async (change: { name: string; code?: string }) => {
        const { known, ...receipt } = await knownReceipt();
        const items = known.items.map((item) => ({ ...item, ...change }));
        office.reply = () => officePage({ ...known, items });
        const { id } = await sendKnown(receipt);
        await site.settle();
        return id;
      };
      const id = await sendItems({ name: 'GASOLINA COMUM' });
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
      const { text } = await site.operate('receipts', 'show', Number(id));
      expect(text).toMatch(/^differs +PRODUCT/m);
      const promoted = await sendItems({ name: 'ENXAG BUCAL', code: '7890000190084' });
      expect(await statesOf(promoted)).toEqual(['CONFIRMED', 'APPROVED']);
    }));

  test('happens to no receipt whose paper may have earned by another number', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const purchase = { totalAmount: 64.9 };
      await sendReceipt({ identifier: '4712', ...purchase });
      ana = await site.signUp();
      // A key that was made up takes the place of the single one that is held back.
      expect((await sendReceipt(purchase)).status).toBe('PENDING_ANALYSIS');
      ana = await site.signUp();
      const known = await knownReceipt(6490);
      office.reply = () => known.page;
      const { id } = await sendKnown(known, purchase);
      await site.settle();
      expect(await statesOf(id)).toEqual(['CONFIRMED', 'IN_ANALYSIS']);
    }));

  test('happens to no receipt that is sent once more after a rejection', () =>
    withParameter('TAX_OFFICE_APPROVES', 'true', async () => {
      const receipt = await readAndSend();
      await moderate(site, Number(receipt.id), { to: 'REJECTED', reason: 'ILLEGIBLE' });
      await site.operate('receipts', 'release', Number(receipt.id));
      const again = await sendKnown(receipt);
      await site.settle();
      expect(await statesOf(again.id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
      expect(again.rewarded).toBe(false);
    }));

  test('does not happen unless the campaign says so, and a purchase of other things is doubted there too', async () => {
    expect((await readAndSend()).status).toBe('IN_ANALYSIS');
    const { known, ...receipt } = await knownReceipt();
    const items = known.items.map((item) => ({ ...item, name: 'GASOLINA COMUM' }));
    office.reply = () => officePage({ ...known, items });
    const { id } = await sendKnown(receipt);
    await site.settle();
    expect(await statesOf(id)).toEqual(['CONFIRMED', 'PENDING_ANALYSIS']);
  });
});

describe('an office in trouble', () => {
  /** So many more failures in a row than those that the gateway has counted. */
  const countMore = (failures: number) =>
    site.query('update tax_office_turns set failures = failures + $1', [failures]);

  test('is left alone after five failures in a row, and asked again later', async () => {
    await readNew({ status: 503 });
    await countMore(2);
    await readNew({ status: 503 });
    await readNew({ status: 503 });
    expect(office.asked).toHaveLength(3);
    expect(await readNew()).toMatchObject({ taxOffice: 'WAITING' });
    expect(office.asked).toHaveLength(3);
    site.passTime(11 * minute);
    expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
  });

  test.each([
    ['an error', { status: 500 }],
    ['no page', { status: 404 }],
    ['a complaint about the code', 'Url do QRCode mal formatado'],
  ])(
    'is not left alone for codes that it answers with %s: anybody can make them up',
    async (_, reply) => {
      await readNew(reply);
      await countMore(4);
      await readNew(reply);
      expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
    },
  );

  test('is asked no more than the campaign’s daily limit', () =>
    withParameter('TAX_OFFICE_DAILY_LIMIT', '1', async () => {
      expect(await readNew()).toMatchObject({ taxOffice: 'CONFIRMED' });
      expect(await readNew()).toMatchObject({ taxOffice: 'WAITING' });
      expect(office.asked).toHaveLength(1);
    }));

  test('shows in log and metrics, without a key and a person', () =>
    withGateway({}, async () => {
      const { key, page, picture } = await knownReceipt();
      office.reply = () => page;
      await readPicture(picture);
      const lines = site.lines.join('\n');
      expect(lines).toContain('"event":"tax office","state":"PR","outcome":"confirmed"');
      expect(lines).not.toContain(key);
      const metrics = await (await site.send('/metrics')).text();
      expect(metrics).toContain(
        'promo_tax_office_duration_seconds_count{state="PR",outcome="confirmed"} 1',
      );
    }));
});

test('a tax office is asked only if that is switched on', async () => {
  const { database } = site.gateway;
  const off = await openGateway({ ocr, database, clock: site.clock });
  const { key, picture } = await knownReceipt();
  const { token } = ana;
  const { body } = await off.call(executeOcr, { body: { imageBase64: picture }, token });
  expect(body.data.coupon).toMatchObject({ number: key, taxOffice: null });
  const { id: couponId } = (await off.sendReceipt(ana, { identifier: key })).body;
  const details = await off.call(getReceiptDetails, { parameters: { couponId }, token });
  expect(details.body.taxOffice).toBeNull();
  expect(office.asked).toEqual([]);
  await off.close();
});
