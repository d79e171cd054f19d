import { afterAll, expect, test } from 'vitest';
import type { Campaign } from '../../src/contract/campaign.ts';
import { getReceiptDetailsEndpoint, type ReceiptBody } from '../../src/contract/receipts.ts';
import { withCampaign } from '../support/changed-campaign.ts';
import { openGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { otherCnpj } from '../support/receipt-body.ts';

/** The variant with companies, whose data each test changes as its administrator would. */

const usual = await openGateway({ variant: 'all' });
afterAll(() => usual.close());

function withDraw(change: (draw: Campaign['engines'][number]) => Campaign['engines'][number]) {
  return withCampaign(usual, (campaign) => ({
    ...campaign,
    engines: campaign.engines.map((engine) => (engine.type === 'DRAW' ? change(engine) : engine)),
  }));
}

test('a field that the campaign adds to receipts must be filled', async () => {
  const field = {
    id: 55,
    target: 'COUPON' as const,
    type: 'SELECT',
    key: 'SIZE',
    label: 'Tamanho',
    order: 0,
    required: true,
    options: ['90 g', '70 g'],
  };
  const seller = { ...field, id: 56, type: 'TEXT', key: 'SELLER', required: false, options: [] };
  const site = await withCampaign(usual, (campaign) => ({
    ...campaign,
    additionalFields: [...campaign.additionalFields, field, seller],
  }));
  const ana = await site.signUp();
  const answer = (value: string) => [{ campaignAdditionalFieldId: 55, value }];
  const missing = await site.sendReceipt(ana);
  expect(missing.error.fields).toEqual([{ field: 'SIZE', message: 'Campo obrigatório' }]);
  const other = await site.sendReceipt(ana, { additionalFields: answer('1 kg') });
  expect(other.error.fields).toEqual([{ field: 'SIZE', message: 'Opção inválida' }]);
  const long = await site.sendReceipt(ana, {
    additionalFields: [
      ...answer('90 g'),
      { campaignAdditionalFieldId: 56, value: 'x'.repeat(501) },
    ],
  });
  expect(long.error.fields).toEqual([
    { field: 'SELLER', message: 'O texto deve ter no máximo 200 caracteres' },
  ]);
  const unknown = { campaignAdditionalFieldId: -1, value: 'Azul' };
  const sent = await site.sendReceipt(ana, { additionalFields: [...answer('70 g'), unknown] });
  const [row] = await site.query('select additional_fields as fields from receipts where id = $1', [
    sent.body.id,
  ]);
  expect(row).toEqual({
    fields: [
      { campaignAdditionalFieldId: 55, key: 'SIZE', value: '70 g' },
      { ...unknown, key: null },
    ],
  });
  await site.close();
});

test('the sum of the quantities stays within the campaign’s bounds', async () => {
  const ana = await usual.signUp();
  const lines = (quantity: number) => ({
    totalAmount: quantity * 2,
    products: [{ quantity, unitaryValue: 2, campaignProductId: 1 }],
  });
  expect((await usual.sendReceipt(ana, lines(50))).status).toBe(201);
  const { error } = await usual.sendReceipt(ana, lines(51));
  expect(error.fields).toEqual([{ field: 'products', message: 'Quantidade de produtos inválida' }]);
});

test('an engine that leaves companies out finds them not eligible, and persons win on', async () => {
  const site = await withDraw((draw) => ({ ...draw, excludedConsumerTypes: ['CORPORATE'] }));
  const [company, person] = [await site.signUp({ type: 'CORPORATE' }), await site.signUp()];
  const [draw, ...others] = (await site.sendReceipt(company)).body.engineOrders;
  expect(draw).toMatchObject({ engineType: 'DRAW', status: 'NOT_ELIGIBLE', events: [] });
  expect(others.map(({ status }) => status)).toEqual(['REQUESTED', 'REQUESTED', 'REQUESTED']);
  expect((await site.sendReceipt(person)).body.engineOrders[0]).toMatchObject({ rewarded: true });
  await site.close();
});

/** A draw that gives a number for every 30 reais, and carries the rest. */
function withCumulativeDraw() {
  return withDraw((draw) => ({
    ...draw,
    cumulative: true,
    details: {
      ...draw.details,
      rules: draw.details.rules.map((rule) => ({ ...rule, minAmount: 30 })),
    },
  }));
}

test('a receipt that earns on approval carries on from those entered meanwhile', async () => {
  const site = await withCumulativeDraw();
  const ana = await site.signUp();
  const passASecond = () => {
    site.passTime(1000);
  };
  const drawOf = async (overrides: Partial<ReceiptBody>) => {
    passASecond();
    const { body } = await site.sendReceipt(ana, overrides);
    return { id: body.id, status: body.engineOrders[0]?.status };
  };
  expect((await drawOf({ totalAmount: 20 })).status).toBe('NOT_ELIGIBLE');
  const partOfKey = { identifier: '7'.repeat(36), cnpj: otherCnpj };
  const waiting = await drawOf({ totalAmount: 15, ...partOfKey });
  expect(waiting.status).toBe('TO_REQUEST');
  expect((await drawOf({ totalAmount: 15 })).status).toBe('REQUESTED');
  // Five are left over; the fifteen of the approved one make twenty.
  passASecond();
  await moderate(site, waiting.id, { to: 'APPROVED' });
  expect((await drawOf({ totalAmount: 10 })).status).toBe('REQUESTED');
  await site.close();
});

test('a cumulative draw carries what is left to the next receipt that counts', async () => {
  const site = await withCumulativeDraw();
  const ana = await site.signUp();
  const sent = async (totalAmount: number) => {
    const { body } = await site.sendReceipt(ana, { totalAmount });
    return { id: body.id, status: body.engineOrders[0]?.status };
  };
  const first = await sent(20);
  expect(first.status).toBe('NOT_ELIGIBLE');
  const second = await sent(15);
  expect(second.status).toBe('REQUESTED');
  expect((await sent(24)).status).toBe('NOT_ELIGIBLE');
  const last = await sent(10);
  expect(last.status).toBe('REQUESTED');
  await moderate(site, last.id, { to: 'REJECTED', reason: 'Nota ilegível' });
  expect((await sent(10)).status).toBe('REQUESTED');
  const { progress } = await site.operate(
    ...['receipts', 'move', first.id, 'rejected', '--reason', 'Inventada'],
  );
  expect(progress).toEqual([
    expect.stringMatching(`Receipt ${first.id} .*20,00 over for receipt ${second.id},`),
  ]);
  await site.close();
});

test('a receipt too small for a number of a cumulative draw says what its sender has gathered, unless it is denied', async () => {
  const site = await withCumulativeDraw();
  const ana = await site.signUp();
  const gatheredWith = async (totalAmount: number) => {
    const { body } = await site.sendReceipt(ana, { totalAmount });
    const [draw] = body.engineOrders;
    expect(draw?.status).toBe('NOT_ELIGIBLE');
    return { couponId: body.id, message: draw?.events.at(-1)?.message };
  };
  expect((await gatheredWith(12)).message).toMatch(/12,00/);
  const { couponId, message } = await gatheredWith(10);
  expect(message).toMatch(/22,00/);
  await moderate(site, couponId, { to: 'NOT_ELIGIBLE', reason: 'Loja de fora' });
  const { token } = ana;
  const { body } = await site.call(getReceiptDetailsEndpoint, { parameters: { couponId }, token });
  expect(body.engineOrders[0]).toMatchObject({ status: 'NOT_ELIGIBLE', events: [] });
  await site.close();
});

test('a receipt that came after the last number of a cumulative draw still says so once it is denied', async () => {
  const site = await withCumulativeDraw();
  const { token, ...ana } = await site.signUp();
  const [{ issued } = expect.fail()] = await site.query<{ issued: number }>(
    'select issued from lucky_number_sequences',
  );
  await site.query('update lucky_number_sequences set issued = space');
  const { body } = await site.sendReceipt({ token, ...ana }, { totalAmount: 35 });
  await site.query('update lucky_number_sequences set issued = $1', [issued]);
  const events = [{ message: 'As séries de números da sorte se esgotaram.' }];
  expect(body.engineOrders[0]).toMatchObject({ status: 'NOT_ELIGIBLE', events });
  await moderate(site, body.id, { to: 'REJECTED', reason: 'Nota ilegível' });
  const parameters = { couponId: body.id };
  const denied = (await site.call(getReceiptDetailsEndpoint, { parameters, token })).body;
  expect(denied.engineOrders[0]).toMatchObject({ status: 'CANCELLED', events });
  await site.close();
});

test('a denial amid a chain says what of earlier receipts goes with it', async () => {
  const site = await withCumulativeDraw();
  const ana = await site.signUp();
  const sent = async (totalAmount: number) =>
    Number((await site.sendReceipt(ana, { totalAmount })).body.id);
  await sent(29);
  const second = await sent(15);
  const third = await sent(10);
  const reject = ['receipts', 'move', second, 'rejected', '--reason', 'RETURNED'];
  expect((await site.operate(...reject)).progress).toEqual([
    expect.stringMatching(`Receipt ${second} had left .*14,00 over for receipt ${third},`),
    expect.stringMatching(`Receipt ${second} had used up .*15,00 that earlier receipts left over`),
  ]);
  await site.close();
});

test('a receipt that never ran is denied without a word on what others left over', async () => {
  const site = await withCumulativeDraw();
  const ana = await site.signUp();
  await site.sendReceipt(ana, { totalAmount: 29 });
  const partOfKey = { identifier: '8'.repeat(36), cnpj: otherCnpj };
  const { body: waiting } = await site.sendReceipt(ana, { totalAmount: 15, ...partOfKey });
  expect(waiting.engineOrders[0]?.status).toBe('TO_REQUEST');
  await site.sendReceipt(ana, { totalAmount: 10 });
  const reject = ['receipts', 'move', Number(waiting.id), 'rejected', '--reason', 'RETURNED'];
  expect((await site.operate(...reject)).progress).toEqual([]);
  await site.close();
});

test('what is left over is carried once, also by gateways whose clocks differ', async () => {
  const site = await withCumulativeDraw();
  const clock = { now: new Date(site.clock.now.getTime() + 1500) };
  const ahead = await openGateway({ variant: 'all', database: site.gateway.database, clock });
  const ana = await site.signUp();
  const sent = async (gateway: typeof site, totalAmount: number) => {
    const { body } = await gateway.sendReceipt(ana, { totalAmount });
    return { id: Number(body.id), status: body.engineOrders[0]?.status };
  };
  const first = await sent(ahead, 29);
  expect(first.status).toBe('NOT_ELIGIBLE');
  const second = await sent(site, 10);
  expect(second.status).toBe('REQUESTED');
  expect((await sent(site, 10)).status).toBe('NOT_ELIGIBLE');
  const reject = ['receipts', 'move', first.id, 'rejected', '--reason', 'RETURNED'];
  expect((await site.operate(...reject)).progress).toEqual([
    expect.stringMatching(`Receipt ${first.id} had left .*29,00 over for receipt ${second.id},`),
  ]);
  await ahead.close();
  await site.close();
});

test('cumulative points count the remainder of earlier receipts, once', async () => {
  const site = await withCampaign(usual, (campaign) => ({
    ...campaign,
    engines: campaign.engines.map((engine) =>
      engine.type === 'COLLECT_TO_WIN' ? { ...engine, cumulative: true } : engine,
    ),
  }));
  const ana = await site.signUp();
  const sent = async (totalAmount: number) => {
    const { body } = await site.sendReceipt(ana, { totalAmount });
    const points = body.engineOrders.find(({ engineType }) => engineType === 'COLLECT_TO_WIN');
    return { id: body.id, points: points?.details?.transaction?.value };
  };
  // Five reais make a point: 14 leave 4, which with 12 make 3 points and leave 1.
  expect((await sent(14)).points).toBe(2);
  expect((await sent(12)).points).toBe(3);
  const third = await sent(14);
  expect(third.points).toBe(3);
  await moderate(site, third.id, { to: 'REJECTED', reason: 'Nota ilegível' });
  expect((await sent(14)).points).toBe(3);
  await site.close();
});
