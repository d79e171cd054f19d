import { afterAll, beforeEach, expect, test } from 'vitest';
import { getMeEndpoint } from '../../src/contract/consumer.ts';
import {
  createReceiptEndpoint,
  type EngineOrder,
  getReceiptDetailsEndpoint,
  type ReceiptBody,
  replaceReceiptImageEndpoint,
} from '../../src/contract/receipts.ts';
import { uploadLimits } from '../../src/gateway/services/queues.ts';
import { instantOf } from '../../src/rules/dates.ts';
import { passTheEnd } from '../support/draws.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { promotionViolations } from '../support/promotion-violations.ts';
import {
  acceleratedProducts,
  branchCnpj,
  newAccessKey,
  newPicture,
  otherCnpj,
  receiptBody,
  shopCnpj,
} from '../support/receipt-body.ts';
import { withCheckDigit } from '../support/receipts/receipt-key.ts';

const now = new Date('2025-10-20T15:00:00-03:00');

const site = await openGateway({ window: 'spec', now, limitsReceipts: true });
afterAll(() => site.close());

let ana: TestConsumer;
beforeEach(async () => {
  site.clock.now = now;
  ana = await site.signUp();
});

/** Signs in first: days pass in these tests, and a session ends sooner. */
async function signInAndSend(overrides: Partial<ReceiptBody> = {}, who = ana) {
  const token = await site.signIn(who);
  return (await site.sendReceipt({ ...who, token }, overrides)).body;
}

function numbersOf({ engineOrders }: { engineOrders: EngineOrder[] }) {
  return engineOrders.flatMap(({ details }) => details?.luckyNumbers ?? []);
}

function drawOf({ engineOrders }: { engineOrders: EngineOrder[] }) {
  return engineOrders.find(({ engineType }) => engineType === 'DRAW');
}

async function receiptDetails(id: unknown) {
  const token = await site.signIn(ana);
  return (
    await site.call(getReceiptDetailsEndpoint, { token, parameters: { couponId: Number(id) } })
  ).body;
}

async function reasonsOf(id: unknown): Promise<string | null> {
  const rows = await site.operateRows<{ id: number; reasons: string | null }>('receipts', 'list');
  const row = rows.find((each) => each.id === Number(id));
  if (!row) throw new Error(`No receipt ${id}`);
  return row.reasons;
}

async function samePurchaseOf(id: unknown): Promise<string | null> {
  const rows = await site.operateRows<{ id: number; samePurchase: string | null }>(
    'receipts',
    'list',
  );
  return rows.find((each) => each.id === Number(id))?.samePurchase ?? null;
}

async function countIssued(): Promise<number> {
  const [row] = await site.query<{ issued: number }>('select issued from lucky_number_sequences');
  return row?.issued ?? 0;
}

/** A receipt of that shop without its key. */
function numberAt(cnpj: string): Partial<ReceiptBody> {
  return { identifier: newAccessKey('2025-10-20').slice(26, 34), cnpj };
}

test('three receipts of a shop and day earn at once, and the fourth once it is approved', async () => {
  for (let sent = 1; sent <= 3; sent += 1) {
    const receipt = await signInAndSend();
    expect([receipt.status, receipt.rewarded]).toEqual(['IN_ANALYSIS', true]);
  }
  const fourth = await signInAndSend({ products: acceleratedProducts(25.9) });
  expect(fourth).toMatchObject({ status: 'PENDING_ANALYSIS', rewarded: false });
  expect(drawOf(fourth)).toMatchObject({
    status: 'TO_REQUEST',
    events: [{ message: 'Os números da sorte chegam quando a nota for aprovada.' }],
    details: { luckyNumbers: [] },
  });
  expect(await reasonsOf(fourth.id)).toBe('SHOP_LIMIT');
  // Receipts that wait for a person do not count for the day.
  for (let sent = 0; sent < 7; sent += 1) await signInAndSend();
  expect((await signInAndSend(numberAt(otherCnpj))).status).toBe('IN_ANALYSIS');

  await moderate(site, fourth.id, { to: 'APPROVED' });
  const approved = await receiptDetails(fourth.id);
  expect(approved).toMatchObject({ status: 'APPROVED', rewarded: true });
  expect(drawOf(approved)).toMatchObject({ status: 'REQUESTED', rewarded: true, events: [] });
  expect(numbersOf(approved)).toHaveLength(11);
  await moderate(site, fourth.id, { to: 'DONE' });
  expect(numbersOf(await receiptDetails(fourth.id))).toHaveLength(11);
  expect(await promotionViolations(site)).toEqual([]);
});

test('the very same file is held for review, also from another user', async () => {
  const imageBase64 = newPicture();
  expect((await signInAndSend({ imageBase64 })).status).toBe('IN_ANALYSIS');
  const bruno = await site.signUp();
  const again = await signInAndSend({ imageBase64 }, bruno);
  expect([again.status, numbersOf(again), await reasonsOf(again.id)]).toEqual([
    'PENDING_ANALYSIS',
    [],
    'SAME_FILE',
  ]);
});

test('a replaced picture that is another receipt’s is named to the operator, too', async () => {
  const imageBase64 = newPicture();
  await signInAndSend({ imageBase64 });
  const bruno = await site.signUp();
  for (const [replacement, reasons] of [
    [imageBase64, 'SAME_FILE'],
    [newPicture(), null],
  ] as const) {
    const { id } = await signInAndSend({}, bruno);
    await moderate(site, id, { to: 'REQUESTED_NEW_IMAGE' });
    const token = await site.signIn(bruno);
    const body = { imageBase64: replacement };
    const replaced = await site.call(replaceReceiptImageEndpoint, {
      body,
      token,
      parameters: { couponId: Number(id) },
    });
    expect(replaced.body?.status).toBe('IMAGE_REPLACED');
    expect(await reasonsOf(id)).toBe(reasons);
  }
});

test('a receipt entered by key, by parts of it, by its number and with another day earns once', async () => {
  const key = newAccessKey('2025-10-20');
  const number = String(Number(key.slice(25, 34)));
  const ways = [
    { identifier: key },
    { identifier: key.slice(0, 43) },
    { identifier: key.slice(0, 42) },
    { identifier: number },
    { identifier: number, purchaseDate: '2025-10-19' },
    { identifier: number, cnpj: branchCnpj },
  ];
  const people = await Promise.all(ways.map(() => site.signUp()));
  const statuses = [];
  for (const [index, way] of ways.entries()) {
    const receipt = await signInAndSend(way, people[index]);
    statuses.push([receipt.status, numbersOf(receipt).length, await reasonsOf(receipt.id)]);
  }
  expect(statuses).toEqual([
    ['IN_ANALYSIS', 1, null],
    ['PENDING_ANALYSIS', 0, 'PARTIAL_KEY, SAME_NUMBER, SAME_PURCHASE'],
    ['PENDING_ANALYSIS', 0, 'PARTIAL_KEY, SAME_NUMBER, SAME_PURCHASE'],
    ['PENDING_ANALYSIS', 0, 'SAME_NUMBER, SAME_PURCHASE'],
    ['PENDING_ANALYSIS', 0, 'SAME_NUMBER'],
    ['PENDING_ANALYSIS', 0, 'SAME_NUMBER, SAME_PURCHASE'],
  ]);
});

test('a purchase entered again by another number of its paper earns once', async () => {
  const purchase = { totalAmount: 87.43, products: acceleratedProducts(87.43) };
  const key = newAccessKey('2025-10-20');
  const stranger = await signInAndSend(purchase, await site.signUp());
  const first = await signInAndSend({ ...purchase, identifier: key }, await site.signUp());
  const seriesAndNumber = { ...purchase, identifier: key.slice(22, 34) };
  const again = await signInAndSend(seriesAndNumber, await site.signUp());
  expect([first.status, again.status, numbersOf(again)]).toEqual([
    'IN_ANALYSIS',
    'PENDING_ANALYSIS',
    [],
  ]);
  const rows = await site.operateRows<{ id: number }>('receipts', 'list');
  expect(rows.find(({ id }) => id === again.id)).toMatchObject({
    reasons: 'SAME_PURCHASE',
    samePurchase: `${stranger.id}, ${first.id}`,
  });
  const elsewhere = { ...seriesAndNumber, cnpj: otherCnpj };
  expect((await signInAndSend(elsewhere, await site.signUp())).status).toBe('IN_ANALYSIS');
});

test('a paper entered again by the same person waits, though its total or its day differs', async () => {
  const first = await signInAndSend();
  const again = [
    { ...numberAt(shopCnpj), totalAmount: 25.91 },
    { ...numberAt(branchCnpj), totalAmount: 26.9, purchaseDate: '2025-10-19' },
  ];
  for (const way of again) {
    const receipt = await signInAndSend(way);
    expect([receipt.status, await reasonsOf(receipt.id)]).toEqual([
      'PENDING_ANALYSIS',
      'SAME_PURCHASE',
    ]);
    expect(await samePurchaseOf(receipt.id)).toContain(String(first.id));
  }
  const ownOther = { ...numberAt(shopCnpj), totalAmount: 39.9 };
  expect((await signInAndSend(ownOther)).status).toBe('IN_ANALYSIS');
  const others = { ...numberAt(shopCnpj), totalAmount: 25.92 };
  expect((await signInAndSend(others, await site.signUp())).status).toBe('IN_ANALYSIS');
  const daysEarlier = { ...numberAt(shopCnpj), totalAmount: 31, purchaseDate: '2025-10-17' };
  expect((await signInAndSend(daysEarlier)).status).toBe('IN_ANALYSIS');
});

/** The key of an NF-e of the shop. */
function invoiceKey(): string {
  const key = newAccessKey('2025-10-20');
  return withCheckDigit(`${key.slice(0, 20)}55${key.slice(22, 43)}`);
}

test('a coupon and the NF-e that its shop issued for it earn once, in whatever order they come', async () => {
  const purchase = (totalAmount: number) => ({
    totalAmount,
    products: acceleratedProducts(totalAmount),
  });
  const laterInvoice = () => ({ identifier: invoiceKey(), purchaseDate: '2025-10-20' });
  const couponOf = (purchaseDate: string) => ({
    identifier: newAccessKey(purchaseDate),
    purchaseDate,
  });
  const first = await signInAndSend({ ...purchase(71.13), ...couponOf('2025-10-05') });
  const second = await signInAndSend({ ...purchase(71.13), ...laterInvoice() });
  expect([first.status, second.status, await reasonsOf(second.id)]).toEqual([
    'IN_ANALYSIS',
    'PENDING_ANALYSIS',
    'SAME_PURCHASE',
  ]);
  expect(await samePurchaseOf(second.id)).toBe(String(first.id));
  const another = await signInAndSend({ ...purchase(71.14), ...laterInvoice() });
  expect(another.status).toBe('IN_ANALYSIS');
  expect(await samePurchaseOf(another.id)).toBe(null);
  const bia = await site.signUp();
  const invoice = await signInAndSend({ ...purchase(71.15), ...laterInvoice() }, bia);
  const later = await signInAndSend({ ...purchase(71.15), ...couponOf('2025-10-05') }, bia);
  expect([invoice.status, await reasonsOf(later.id), later.status]).toEqual([
    'IN_ANALYSIS',
    'SAME_PURCHASE',
    'PENDING_ANALYSIS',
  ]);

  // Of two people’s, the invoice waits for a person to compare them, or names the later coupon.
  const ways = [laterInvoice(), couponOf('2025-10-18'), couponOf('2025-10-16'), laterInvoice()];
  const sent = [];
  for (const way of ways) {
    sent.push(await signInAndSend({ ...purchase(72.5), ...way }, await site.signUp()));
  }
  expect(sent.map(({ status }) => status)).toEqual([
    'IN_ANALYSIS',
    'IN_ANALYSIS',
    'IN_ANALYSIS',
    'PENDING_ANALYSIS',
  ]);
  expect(await samePurchaseOf(sent[0]?.id)).toBe(String(sent[1]?.id));
  expect(await samePurchaseOf(sent[3]?.id)).toBe(String(sent[1]?.id));
});

test('a receipt without its key holds back one with a key of the same purchase, and names all', async () => {
  const purchase = { totalAmount: 64.21, products: acceleratedProducts(64.21) };
  const protocol = { ...purchase, identifier: '141260000123456' };
  const eva = await site.signUp();
  const first = await signInAndSend(protocol, eva);
  const others = [];
  for (const who of [await site.signUp(), await site.signUp(), eva]) {
    others.push(await signInAndSend(purchase, who));
  }
  expect([first, ...others].map(({ status }) => status)).toEqual([
    'IN_ANALYSIS',
    'PENDING_ANALYSIS',
    'IN_ANALYSIS',
    'IN_ANALYSIS',
  ]);
  const [one, two, ownOfEva] = others.map(({ id }) => id);
  const named = async () => {
    const [row] = await site.operateRows('receipts', 'list', '--key', protocol.identifier);
    return row?.['samePurchase'];
  };
  expect(await named()).toBe(`${ownOfEva}, ${one}, ${two}`);
  await site.query(
    `insert into receipts overriding system value
     select (jsonb_populate_record(original,
       jsonb_build_object('id', -each, 'identity', 'more ' || each))).*
     from receipts as original, generate_series(1, 18) as each where id = $1`,
    [one],
  );
  const names = String(await named()).split(', ');
  expect([names.length, names[0], names[19], names[20]]).toEqual([
    21,
    String(ownOfEva),
    String(one),
    '…',
  ]);
  await site.query('delete from receipts where id < 0');
});

test('a receipt of the same number is found among many whose numbers only resemble its own', async () => {
  const key = newAccessKey('2025-10-20');
  const number = Number(key.slice(25, 34));
  const stranger = await signInAndSend({ identifier: `${number}1` }, await site.signUp());
  await site.query(
    `insert into receipts overriding system value
     select (jsonb_populate_record(original,
       jsonb_build_object('id', -each, 'identity', 'stranger ' || each))).*
     from receipts as original, generate_series(1, 50) as each where id = $1`,
    [stranger.id],
  );
  await signInAndSend({ identifier: String(number) }, await site.signUp());
  expect(await reasonsOf((await signInAndSend({ identifier: key })).id)).toBe('SAME_NUMBER');
  await site.query('delete from receipts where id < 0');
});

test('a waiting receipt that is rejected earns nothing, and no longer promises anything', async () => {
  const waiting = await signInAndSend({ identifier: '5'.repeat(40) });
  await moderate(site, waiting.id, { to: 'REJECTED', reason: 'Chave incompleta' });
  const rejected = await receiptDetails(waiting.id);
  expect(drawOf(rejected)).toMatchObject({ status: 'CANCELLED', rewarded: false, events: [] });
  expect(await promotionViolations(site)).toEqual([]);
});

test('an account with made-up keys gets only what its limit allows, and an honest receipt its number', async () => {
  const before = await countIssued();
  const imageBase64 = newPicture();
  for (let sent = 0; sent < 16; sent += 1) {
    const identifier = newAccessKey('2025-10-20');
    const cnpj = sent % 2 === 0 ? shopCnpj : otherCnpj;
    const file = sent < 8 ? newPicture() : imageBase64;
    await signInAndSend({
      identifier,
      cnpj,
      imageBase64: file,
      products: acceleratedProducts(25.9),
    });
  }
  // Three receipts, with eleven numbers: by their keys all are of one shop, whatever is typed.
  expect((await countIssued()) - before).toBe(3 * 11);
  const honest = await signInAndSend({}, await site.signUp());
  expect([honest.status, numbersOf(honest).length]).toEqual(['IN_ANALYSIS', 1]);
});

test('the last tenth of the numbers goes to approved receipts', async () => {
  const { database } = site.gateway;
  const before = await countIssued();
  await database.query('update lucky_number_sequences set issued = space - space / 10 - 1');
  expect(numbersOf(await signInAndSend())).toHaveLength(1);
  const held = await signInAndSend();
  expect(held.status).toBe('PENDING_ANALYSIS');
  expect(drawOf(held)).toMatchObject({ status: 'TO_REQUEST', rewarded: false });
  const instant = held.engineOrders.find(({ engineType }) => engineType === 'INSTANT_PRIZE');
  expect(instant?.status).toBe('REQUESTED');
  expect(await reasonsOf(held.id)).toBe('LAST_NUMBERS');
  await moderate(site, held.id, { to: 'APPROVED' });
  expect(numbersOf(await receiptDetails(held.id))).toHaveLength(1);
  await database.query('update lucky_number_sequences set issued = $1', [before]);
});

test('a mailbox gets twelve confirmations of receipts an hour, whatever its accounts', async () => {
  const limited = await openGateway({ window: 'spec', now, settings: { rateLimited: true } });
  const eva = await limited.signUp({ email: 'eva@gmail.com' });
  const alias = await limited.signUp({ email: 'e.va+1@gmail.com' });
  const confirmed = async () => {
    await limited.settle();
    return (await limited.emails()).filter((email) => /Recebemos (?:a )?sua nota/.test(email))
      .length;
  };
  const identifier = newAccessKey('2025-10-20');
  expect((await limited.sendReceipt(eva, { identifier })).status).toBe(201);
  for (let sent = 0; sent < 4; sent += 1) {
    expect((await limited.sendReceipt(alias, { identifier })).status).toBe(409);
  }
  for (let sent = 0; sent < 14; sent += 1) {
    expect((await limited.sendReceipt(eva)).status).toBe(201);
  }
  expect(await confirmed()).toBe(12);
  expect(await limited.gateway.metrics.registry.metrics()).toContain(
    'promo_emails_total{kind="RECEIPT_RECEIVED",outcome="limited"} 3',
  );
  await limited.sendReceipt(alias);
  expect(await confirmed()).toBe(12);
  limited.passTime(3_600_000);
  await limited.sendReceipt({ ...eva, token: await limited.signIn(eva) });
  expect(await confirmed()).toBe(13);
  await limited.close();
});

test('a single command rejects only the waiting receipts of a script', async () => {
  const script = await site.signUp();
  for (let sent = 0; sent < 6; sent += 1) await signInAndSend({}, script);
  const other = await signInAndSend({ identifier: '8'.repeat(40) });
  const rejectAll = (...words: (string | number)[]) =>
    site.operateRows('receipts', 'reject-all', script.id, ...words);
  await expect(rejectAll()).rejects.toThrow('rejectionReason: Campo obrigatório');
  const rows = await rejectAll('--reason', 'Notas inventadas');
  expect(rows.map(({ consumer, to }) => [consumer, to])).toEqual(
    Array(6).fill([script.id, 'REJECTED']),
  );
  expect(await rejectAll('--reason', 'Notas inventadas')).toEqual([]);
  expect((await receiptDetails(other.id)).status).toBe('PENDING_ANALYSIS');
  const numbers = await site.query(
    'select id from lucky_numbers where consumer_id = $1 and voided_at is null',
    [script.id],
  );
  expect(numbers).toEqual([]);
  await moderate(site, other.id, { to: 'NOT_ELIGIBLE' });
});

test('rejecting the receipts of an unknown person is refused', async () => {
  const none = ['receipts', 'reject-all', 999_999, '--reason', 'Notas inventadas'] as const;
  expect(await site.operate(...none)).toMatchObject({ exitCode: 1 });
});

test('a person’s limit counts days of São Paulo, and starts over each day', async () => {
  site.clock.now = new Date('2025-10-20T23:59:59.999-03:00');
  await site.query(
    `insert into receipts (campaign_id, consumer_id, identifier, identity, fiscal_number, cnpj, shop,
       purchase_date, total_centavos, lines, status, file_key, file_type, file_sha256, created_at)
     select 19, $1, n, 'earlier ' || n, 'earlier ' || n, n, n, '2025-10-20', 1000, '[]', 'REJECTED', '',
       'image/png', 'earlier ' || n, $2
     from generate_series(1, 9) as n`,
    [ana.id, now],
  );
  expect((await signInAndSend()).status).toBe('IN_ANALYSIS');
  const eleventh = await signInAndSend();
  expect([eleventh.status, await reasonsOf(eleventh.id)]).toEqual([
    'PENDING_ANALYSIS',
    'DAILY_LIMIT',
  ]);
  site.clock.now = new Date('2025-10-21T00:00:00-03:00');
  expect((await signInAndSend()).status).toBe('IN_ANALYSIS');
  await site.query("delete from receipts where identity like 'earlier %'");
});

test('a receipt that waits for others of its account counts from when it came', async () => {
  const held = Promise.withResolvers<void>();
  site.clock.now = new Date(instantOf(site.gateway.snapshot.campaign.endsAt).getTime() - 1000);
  const token = await site.signIn(ana);
  const others = Array.from({ length: uploadLimits.atOnce }, () =>
    site.gateway.uploads.run(`consumer:${ana.id}`, () => held.promise),
  );
  const body = receiptBody(ana, now, { identifier: '5'.repeat(39) });
  const sent = site.call(createReceiptEndpoint, { body, token });
  // Answered after the receipt has come.
  await site.call(getMeEndpoint, { token });
  site.passTime(60_000);
  held.resolve();
  expect((await sent).status).toBe(201);
  await Promise.all(others);
});

test('a campaign is not closed while receipts have yet to earn', async () => {
  const waiting = await signInAndSend({ identifier: '6'.repeat(40) });
  await site.operate('receipts', 'move', Number(waiting.id), 'fraud_suspect');
  passTheEnd(site);
  const refused = await site.operate('close');
  expect(refused.exitCode).not.toBe(0);
  const [, words = ''] = refused.text.match(/não foram julgadas: \d+ \((.*)\)/) ?? [];
  const { text } = await site.operate(...words.split(' '), '--output', 'json');
  expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ id: waiting.id }));
  await site.operate('receipts', 'move', Number(waiting.id), 'rejected', '--reason', 'x');
});

test('a receipt that was under way while the campaign was closed does not wait for ever', async () => {
  const own = await openGateway({ window: 'spec', now, limitsReceipts: true });
  const sender = await own.signUp();
  passTheEnd(own);
  expect((await own.operate('close')).exitCode).toBe(0);
  // The receipt’s file took longer to store than the campaign lasted.
  own.clock.now = now;
  const token = await own.signIn(sender);
  const late = await own.sendReceipt({ ...sender, token }, { identifier: '7'.repeat(40) });
  expect(late.error.code).toBe('CAMPAIGN_OVER');
  const waiting = "select receipt_id from engine_orders where status = 'TO_REQUEST'";
  expect(await own.query(waiting)).toEqual([]);
  await own.close();
});
