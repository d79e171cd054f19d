import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { getPrizesEndpoint } from '../../src/contract/campaign.ts';
import {
  getPointsWalletEndpoint,
  listRedemptionsEndpoint,
  redeemEndpoint,
} from '../../src/contract/wallets.ts';
import { moveRedemption } from '../../src/gateway/redemptions/move-redemption.ts';
import { readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { watchPlans } from '../support/query-plans.ts';

const [basket, familyBasket, travelKit, brushKit] = [501, 502, 503, 504] as const;

let ana: TestConsumer;

const site = await openGateway({ variant: 'all' });
const { now: start } = site.clock;
afterEach(() => {
  site.clock.now = start;
});
afterAll(() => site.close());

beforeEach(async () => {
  ana = await site.signUp();
});

async function earn(points: number) {
  await moderate(site, (await site.sendReceipt(ana, { totalAmount: points * 5 })).body.id, {
    to: 'APPROVED',
  });
}

async function balance() {
  return (await site.call(getPointsWalletEndpoint, { token: ana.token })).body.balance;
}

function checkout(...items: [prizeId: number, quantity: number][]) {
  const body = { items: items.map(([prizeId, quantity]) => ({ prizeId, quantity })) };
  return site.call(redeemEndpoint, { token: ana.token, body });
}

async function stockOf(campaignPrizeId: number) {
  const { body } = await site.call(getPrizesEndpoint);
  return body.find(({ id }) => id === campaignPrizeId)?.quantity;
}

test('a receipt gives a point for every five whole reais, once it is approved', async () => {
  const { body: receipt } = await site.sendReceipt(ana, { totalAmount: 24.99 });
  const order = receipt.engineOrders.find(({ engineType }) => engineType === 'COLLECT_TO_WIN');
  expect(order).toMatchObject({ rewarded: true, details: { transaction: { value: 4 } } });
  expect(await balance()).toBe(0);
  await moderate(site, receipt.id, { to: 'APPROVED' });
  await moderate(site, receipt.id, { to: 'PARTIALLY_DONE' });
  expect(await balance()).toBe(4);
});

test('a redemption takes points and stock and is listed', async () => {
  await earn(10);
  const before = await stockOf(903);
  const { status, body } = await checkout([basket, 1], [brushKit, 2]);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    totalPoints: 4,
    items: [
      { prize: { id: basket, description: 'Cesta Sorriso' }, quantity: 1, totalPoints: 2 },
      { prize: { id: brushKit, description: 'Kit Escova' }, quantity: 2, totalPoints: 2 },
    ],
    storeIntegrationOrder: { status: 'NEW_ORDER' },
  });
  expect([await balance(), await stockOf(903)]).toEqual([6, Number(before) - 1]);
  const listed = await site.call(listRedemptionsEndpoint, { token: ana.token });
  expect(listed.body).toEqual([body]);
  const email = (await site.emails()).map(readEmail).at(-1);
  expect(email).toMatchObject({
    to: expect.stringContaining(ana.consumer.email),
    subject: expect.stringContaining('Recebemos seu resgate'),
    text: expect.stringContaining('1 Cesta Sorriso, 2 Kit Escova'),
  });
});

test.each<[string, [number, number][], number, string]>([
  ['nothing', [], 400, 'Selecione ao menos um item'],
  ['a negative quantity', [[basket, -1]], 400, 'Quantidade inválida'],
  ['more than the balance', [[basket, 4]], 409, 'Saldo insuficiente'],
  ['what is out of stock', [[travelKit, 2]], 409, 'Prêmio esgotado: Kit Viagem'],
  [
    'an odd number of kits',
    [[brushKit, 3]],
    400,
    'Você só pode resgatar quantidades de Kits que sejam múltiplas de 2',
  ],
])('%s cannot be redeemed', async (_, items, status, message) => {
  await earn(7);
  const answer = await checkout(...items);
  expect([answer.status, answer.error.message]).toEqual([status, message]);
  expect(await balance()).toBe(7);
});

test('unknown prizes cannot be redeemed, and two lines of one prize count together', async () => {
  await earn(7);
  expect((await checkout([999, 1])).error.fields).toEqual([
    { field: 'items', message: 'Opção inválida' },
  ]);
  expect((await checkout([familyBasket, 1], [familyBasket, 1])).error.message).toBe(
    'Cesta Família: só 1 em estoque',
  );
});

test('a redemption needs an address and a wallet that is ACTIVE', async () => {
  await earn(2);
  const { database } = site.gateway;
  await database.query('update consumers set address = null where id = $1', [ana.id]);
  expect((await checkout([basket, 1])).error.fields).toEqual([
    { field: 'address', message: 'Campo obrigatório' },
  ]);
  await database.query("update consumers set wallet_status = 'BLOCKED' where id = $1", [ana.id]);
  expect((await checkout([basket, 1])).error.message).toBe(
    'Sua carteira está bloqueada. Fale conosco',
  );
});

test('redeeming goes on after the end of the campaign', async () => {
  await earn(2);
  site.passTime(100 * 86_400_000);
  ana = { ...ana, token: await site.signIn(ana) };
  const { status } = await checkout([basket, 1]);
  expect(status).toBe(201);
});

test('a cancelled redemption gives points and stock back, once, and reads the others once', async () => {
  await earn(8);
  const stocks = () => Promise.all([stockOf(903), stockOf(904)]);
  const before = await stocks();
  const { body } = await checkout([basket, 1], [familyBasket, 1]);
  expect(body).toHaveProperty('id');
  const { database, plans } = watchPlans(site.gateway.database);
  const cancel = () =>
    database.transaction((queries) =>
      moveRedemption(queries, { id: Number(body?.id), to: 'CANCELED', now: site.clock.now }),
    );
  expect(await cancel()).toEqual({ from: 'NEW_ORDER', to: 'CANCELED' });
  expect(await cancel()).toMatchObject({ code: 'NOT_ALLOWED_NOW' });
  expect([await balance(), await stocks()]).toEqual([8, before]);
  expect(
    plans.filter((plan) => plan.includes('jsonb_array_elements(redemptions.items)')),
  ).toHaveLength(1);
});

test('an order whose points were taken back, or of a blocked wallet, goes no further', async () => {
  const { id } = (await site.sendReceipt(ana, { totalAmount: 20 })).body;
  await moderate(site, id, { to: 'APPROVED' });
  const order = Number((await checkout([basket, 1])).body?.id);
  const move = (to: string) => site.operate('redemptions', 'move', order, to);
  const obstacles = async () => {
    const orders = await site.operateRows('redemptions', 'list', '--cpf', ana.consumer.document);
    return orders.map((each) => each['held']);
  };
  await site.operate('wallets', 'block', ana.id);
  expect([(await move('requested')).text, await obstacles()]).toEqual([
    expect.stringContaining('A carteira da pessoa está bloqueada'),
    ['BLOCKED'],
  ]);
  await site.operate('wallets', 'unblock', ana.id);
  expect([(await move('requested')).exitCode, await obstacles()]).toEqual([0, [null]]);
  await moderate(site, id, { to: 'REJECTED', reason: 'ILLEGIBLE' });
  expect([(await move('confirmed')).text, await obstacles()]).toEqual([
    expect.stringContaining('cancele o resgate'),
    ['OWES'],
  ]);
  expect([(await move('canceled')).exitCode, await balance()]).toEqual([0, 0]);
});
