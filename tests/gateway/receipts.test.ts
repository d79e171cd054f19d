import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createReceiptEndpoint,
  getReceiptDetailsEndpoint,
  listReceiptsEndpoint,
  listReceiptsV2Endpoint,
  type ReceiptBody,
} from '../../src/contract/receipts.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import {
  acceleratedProducts,
  newAccessKey,
  otherCnpj,
  receiptBody,
} from '../support/receipt-body.ts';

const now = new Date('2025-10-20T15:00:00-03:00');

const site = await openGateway({ window: 'spec', now });
const ana = await site.signUp();
const bruno = await site.signUp();
afterEach(() => {
  site.clock.now = now;
});
afterAll(() => site.close());

async function refusedFields(overrides: Partial<ReceiptBody>) {
  const { status, error } = await site.sendReceipt(ana, overrides);
  return { status, fields: error.fields };
}

function withWrongDigit(key: string): string {
  return `${key.slice(0, 43)}${9 - Number(key[43])}`;
}

test('a receipt is entered, under analysis, with its lucky number', async () => {
  const { status, body } = await site.sendReceipt(ana);
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'IN_ANALYSIS', rewarded: true });
  const draw = body.engineOrders.find(({ engineType }) => engineType === 'DRAW');
  expect(draw).toMatchObject({ campaignEngineId: 101, status: 'REQUESTED', rewarded: true });
  expect(draw?.details?.luckyNumbers).toEqual([
    {
      id: expect.any(Number),
      series: expect.any(Number),
      generatedNumber: expect.any(Number),
      type: 'MAIN',
      createdAt: now.toISOString(),
      voided: false,
    },
  ]);
});

test('an order leaves out the parts that its engine does not have', async () => {
  const { body } = await site.sendReceipt(ana);
  const instant = body.engineOrders.find(({ engineType }) => engineType === 'INSTANT_PRIZE');
  expect(instant?.details).not.toHaveProperty('luckyNumbers');
  expect(instant?.details).not.toHaveProperty('transaction');
});

test('the accelerator earns ten numbers more, and its line counts towards the minimum', async () => {
  const { body } = await site.sendReceipt(ana, {
    totalAmount: 10,
    products: acceleratedProducts(10),
  });
  const types = body.engineOrders[0]?.details?.luckyNumbers?.map(({ type }) => type);
  expect(types).toEqual(['MAIN', ...Array(10).fill('BONUS')]);
});

test.each<[string, Partial<ReceiptBody>, string, string]>([
  ['no number', { identifier: '' }, 'identifier', 'Campo obrigatório'],
  ['letters in a number', { identifier: '12A4' }, 'identifier', 'Código inválido'],
  ['45 digits', { identifier: '1'.repeat(45) }, 'identifier', 'Código inválido'],
  [
    'a key whose digit is wrong',
    { identifier: withWrongDigit(newAccessKey('2025-10-20')) },
    'identifier',
    'Chave de acesso inválida: confira os 44 caracteres na nota',
  ],
  ['a wrong CNPJ', { cnpj: '11222333000180' }, 'cnpj', 'CNPJ Inválido'],
  [
    'the day before the start',
    { purchaseDate: '2025-09-30' },
    'purchaseDate',
    'Data não pode ser anterior à data de início da campanha',
  ],
  [
    'tomorrow',
    { purchaseDate: '2025-10-21' },
    'purchaseDate',
    'Data não pode ser posterior à data de hoje',
  ],
  ['30 February', { purchaseDate: '2025-02-30' }, 'purchaseDate', 'Data inválida'],
  ['R$ 9,99', { totalAmount: 9.99 }, 'totalAmount', 'Valor mínimo de R$ 10,00'],
  ['half a centavo', { totalAmount: 25.905 }, 'totalAmount', 'Valor inválido'],
  [
    'another person’s document',
    { customerDocument: '11144477735' },
    'customerDocument',
    'CPF Inválido',
  ],
  [
    'lines that sum to less',
    { products: [{ quantity: 1, unitaryValue: 20, campaignProductId: 1 }] },
    'products',
    'A soma dos produtos deve ser igual ao valor total',
  ],
  [
    'an accelerator of another value',
    {
      totalAmount: 20,
      products: [
        { quantity: 1, unitaryValue: 10, campaignProductId: 1 },
        { quantity: 1, unitaryValue: 10, campaignProductId: 2 },
      ],
    },
    'products',
    'A soma dos produtos deve ser igual ao valor total',
  ],
  [
    'an unknown product',
    { products: [{ quantity: 1, unitaryValue: 25.9, campaignProductId: 999 }] },
    'products',
    'Quantidade de produtos inválida',
  ],
  ['no lines', { products: [] }, 'products', 'Quantidade de produtos inválida'],
  ['no file', { imageBase64: '' }, 'imageBase64', 'Campo obrigatório'],
])('%s is refused', async (_, overrides, field, message) => {
  expect(await refusedFields(overrides)).toEqual({ status: 400, fields: [{ field, message }] });
});

test('an answer names every refused field at once', async () => {
  const { fields } = await refusedFields({ cnpj: '1', totalAmount: 1, imageBase64: 'eA==' });
  expect(fields?.map(({ field }) => field)).toEqual(['cnpj', 'totalAmount', 'imageBase64']);
});

test('first and last day count, by the clock of São Paulo', async () => {
  expect((await site.sendReceipt(ana, { purchaseDate: '2025-10-01' })).status).toBe(201);
  expect((await site.sendReceipt(ana, { purchaseDate: '2025-10-20' })).status).toBe(201);
});

test('punctuation in typed fields is ignored', async () => {
  const { status, body } = await site.sendReceipt(bruno, {
    identifier: newAccessKey('2025-10-20').replaceAll(/(....)/g, '$1 '),
    cnpj: '11.222.333/0001-81',
  });
  expect([status, body.status]).toEqual([201, 'IN_ANALYSIS']);
});

test('a key that disagrees with the fields waits for an analysis', async () => {
  const month = await site.sendReceipt(bruno, { identifier: newAccessKey('2025-09-20') });
  const shop = await site.sendReceipt(bruno, { cnpj: otherCnpj });
  expect(month.body.status).toBe('PENDING_ANALYSIS');
  expect(shop.body.status).toBe('PENDING_ANALYSIS');
});

describe.each([
  ['UTC', 0],
  ['Asia/Tokyo', -9 * 60],
  ['America/Los_Angeles', 7 * 60],
])('with the server in %s', (zone, offset) => {
  async function sendAt(moment: string, purchaseDate: string) {
    vi.stubEnv('TZ', zone);
    site.clock.now = new Date(moment);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(now.getTimezoneOffset()).toBe(offset);
    const token = await site.signIn(ana);
    return site.sendReceipt({ ...ana, token }, { purchaseDate });
  }

  test.each([
    ['2025-10-01T00:00:00-03:00', 201],
    ['2025-09-30T23:59:59.999-03:00', 403],
    ['2025-11-30T23:59:59.999-03:00', 201],
    ['2025-12-01T00:00:00-03:00', 403],
  ])('the answer at %s is %i', async (moment, status) => {
    const sent = await sendAt(moment, '2025-10-01');
    expect(sent.status).toBe(status);
    if (status === 403) {
      const code = moment < '2025-10' ? 'CAMPAIGN_NOT_STARTED' : 'CAMPAIGN_OVER';
      expect(sent.error.code).toBe(code);
    }
  });

  test('a purchase of tomorrow is refused until midnight in São Paulo', async () => {
    const early = await sendAt('2025-10-20T23:59:59.999-03:00', '2025-10-21');
    expect(early.error.fields?.map(({ field }) => field)).toEqual(['purchaseDate']);
    expect((await sendAt('2025-10-21T00:00:00.000-03:00', '2025-10-21')).status).toBe(201);
  });
});

test('a receipt that a proxy had begun to collect before the end is not late', async () => {
  site.clock.now = new Date('2025-12-01T00:00:20-03:00');
  const token = await site.signIn(ana);
  const { database } = site.gateway;
  const behindProxy = await openGateway({
    window: 'spec',
    database,
    clock: site.clock,
    settings: { trustsRequestTime: true },
  });
  const sendTo = (gateway: TestGateway, seconds: string) =>
    gateway.call(createReceiptEndpoint, {
      body: receiptBody(ana, now),
      token,
      headers: { 'x-request-time': seconds, 'x-forwarded-for': '203.0.113.7' },
    });
  expect((await sendTo(behindProxy, '100.250')).status).toBe(201);
  expect((await sendTo(behindProxy, '12.000')).error.code).toBe('CAMPAIGN_OVER');
  expect((await sendTo(site, '100.250')).error.code).toBe('CAMPAIGN_OVER');
  await behindProxy.close();
});

test('an access key is used once, by any user and with anything typed beside it', async () => {
  const identifier = newAccessKey('2025-10-20');
  await site.sendReceipt(ana, { identifier });
  const again = await site.sendReceipt(bruno, {
    identifier,
    totalAmount: 80,
    purchaseDate: '2025-10-19',
  });
  expect(again.status).toBe(409);
  expect(again.error).toMatchObject({
    code: 'DUPLICATE',
    fields: [{ field: 'identifier', message: 'Nota já cadastrada' }],
  });
});

test('a duplicate says which receipt it repeats, but only to its owner', async () => {
  const carla = await site.signUp();
  const ids = [];
  for (const identifier of ['881', '882', '883']) {
    ids.push((await site.sendReceipt(carla, { identifier })).body.id);
  }
  const own = await site.sendReceipt(carla, { identifier: '0882' });
  expect([own.status, own.error]).toMatchObject([
    409,
    { duplicateOf: { id: ids[1], position: 2, status: 'PENDING_ANALYSIS' } },
  ]);
  const list = await site.call(listReceiptsEndpoint, { token: carla.token });
  expect(list.body[1]?.id).toBe(ids[1]);
  const others = await site.sendReceipt(ana, { identifier: '882' });
  expect(JSON.parse(others.text)).toEqual({
    statusCode: 409,
    error: {
      code: 'DUPLICATE',
      message: 'Nota já cadastrada',
      fields: [{ field: 'identifier', message: 'Nota já cadastrada' }],
    },
  });
});

test('a short number is used once per shop and day', async () => {
  expect((await site.sendReceipt(ana, { identifier: '1234' })).status).toBe(201);
  expect((await site.sendReceipt(bruno, { identifier: '001234' })).status).toBe(409);
  expect((await site.sendReceipt(bruno, { identifier: '1234', cnpj: otherCnpj })).status).toBe(201);
  expect(
    (await site.sendReceipt(bruno, { identifier: '1234', purchaseDate: '2025-10-19' })).status,
  ).toBe(201);
});

test('a retry gets the identical first answer, even after the campaign is over', async () => {
  site.clock.now = new Date('2025-11-30T23:59:50-03:00');
  const token = await site.signIn(ana);
  const call = { body: receiptBody(ana, now), token, idempotencyKey: 'double-click' };
  const first = await site.call(createReceiptEndpoint, call);
  site.clock.now = new Date('2025-12-01T00:00:10-03:00');
  const retry = await site.call(createReceiptEndpoint, call);
  expect([retry.status, retry.text]).toEqual([201, first.text]);
  expect(retry.headers.get('Idempotency-Replayed')).toBe('true');
});

test('a refused receipt leaves nothing behind', async () => {
  const identifier = '90817263';
  await site.sendReceipt(ana, { identifier });
  const before = await site.call(listReceiptsEndpoint, { token: ana.token });
  expect((await site.sendReceipt(ana, { identifier })).status).toBe(409);
  const after = await site.call(listReceiptsEndpoint, { token: ana.token });
  expect(after.body).toHaveLength(before.body.length);
});

test('the list has only the user’s own receipts, oldest first, the same in both versions', async () => {
  const carla = await site.signUp();
  const first = await site.sendReceipt(carla);
  const second = await site.sendReceipt(carla, { totalAmount: 12.5 });
  const { body } = await site.call(listReceiptsEndpoint, { token: carla.token });
  expect(body.map(({ id }) => id)).toEqual([first.body.id, second.body.id]);
  expect(body[1]).toMatchObject({
    totalAmount: 12.5,
    purchaseDate: '2025-10-20',
    status: 'IN_ANALYSIS',
    allowImageReplacement: false,
    moderationList: [],
    engineOrders: second.body.engineOrders,
  });
  const version2 = await site.call(listReceiptsV2Endpoint, { token: carla.token });
  expect(version2.text).toBe((await site.call(listReceiptsEndpoint, { token: carla.token })).text);
});

test('details are for the owner, and another consumer finds nothing', async () => {
  const { body } = await site.sendReceipt(ana);
  const couponId = Number(body.id);
  const own = await site.call(getReceiptDetailsEndpoint, {
    token: ana.token,
    parameters: { couponId },
  });
  expect(own.body).toMatchObject({ id: couponId, engineOrders: body.engineOrders });
  const parameters = { couponId };
  const others = await site.call(getReceiptDetailsEndpoint, { token: bruno.token, parameters });
  expect(others.status).toBe(404);
  const absent = { couponId: 'x' };
  const none = await site.call(getReceiptDetailsEndpoint, { token: ana.token, parameters: absent });
  expect(none.status).toBe(404);
  expect((await site.call(getReceiptDetailsEndpoint, { parameters })).status).toBe(401);
});

test('a database whose disk is full is 503, and the same receipt goes in once there is room', async () => {
  const { database } = site.gateway;
  await database.query(
    `create function fill() returns trigger language plpgsql
     as 'begin raise exception using errcode = ''disk_full''; end'`,
  );
  await database.query(
    'create trigger fill before insert on lucky_numbers for each row execute function fill()',
  );
  const body = receiptBody(ana, site.clock.now);
  const sending = () => site.sendReceipt(ana, body, { idempotencyKey: 'disco-cheio' });
  const full = await sending();
  expect([full.status, full.headers.get('Retry-After')]).toEqual([503, '2']);
  const count = () =>
    database.query('select id from receipts where identifier = $1', [body.identifier]);
  expect(await count()).toEqual([]);
  await database.query('drop function fill cascade');
  expect((await sending()).status).toBe(201);
});
