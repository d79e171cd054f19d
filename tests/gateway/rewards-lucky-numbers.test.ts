import { afterAll, expect, test } from 'vitest';
import { listLuckyNumbersEndpoint } from '../../src/contract/engines.ts';
import { type EngineOrder, getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import { findSecret } from '../../src/gateway/db/queries/secrets.ts';
import { findCommitment } from '../../src/gateway/rewards/lucky-number-queries.ts';
import { drawSecretName } from '../../src/gateway/rewards/lucky-numbers.ts';
import { commitment, luckyNumbers } from '../../src/rules/rewards/lucky-numbers.ts';
import { openGateway } from '../support/gateway.ts';
import { moderate } from '../support/moderation.ts';
import { acceleratedProducts } from '../support/receipt-body.ts';

const site = await openGateway();
const ana = await site.signUp();
afterAll(() => site.close());

const accelerated = { products: acceleratedProducts(25.9) };

function drawOf({ engineOrders }: { engineOrders: EngineOrder[] }) {
  return engineOrders.find(({ engineType }) => engineType === 'DRAW');
}

function numbersOf(consumerId?: number, token = ana.token) {
  const query = consumerId === undefined ? {} : { consumerId: String(consumerId) };
  return site.call(listLuckyNumbersEndpoint, { token, query });
}

test('the numbers of all receipts are listed only for their owner', async () => {
  const order = drawOf((await site.sendReceipt(ana, accelerated)).body);
  const listed = await numbersOf(ana.id);
  expect(listed.body).toEqual(order?.details?.luckyNumbers);
  expect((await numbersOf()).text).toBe(listed.text);
  const bruno = await site.signUp();
  expect((await numbersOf(ana.id, bruno.token)).status).toBe(404);
  expect((await numbersOf(bruno.id, bruno.token)).body).toEqual([]);
});

test('numbers follow from the key that was committed to before the start', async () => {
  await site.sendReceipt(ana);
  const draw = { campaignId: 19, engineId: 101 };
  const { database } = site.gateway;
  const key = Buffer.from(await findSecret(database, drawSecretName(draw)), 'hex');
  const space = { seriesQuantity: 10, numbersPerSeries: 100_000 };
  expect(commitment(key, space)).toBe(await findCommitment(database, draw));
  const { body } = await numbersOf();
  const expected = body.map((_, counter) => luckyNumbers(key, space)(counter));
  expect(body.map(({ series, generatedNumber: number }) => ({ series, number }))).toEqual(expected);
});

test('a receipt that earns more numbers than are left gets none, and the next one may', async () => {
  const { database } = site.gateway;
  await database.query('update lucky_number_sequences set issued = space - 2');
  expect(drawOf((await site.sendReceipt(ana, accelerated)).body)).toMatchObject({
    status: 'NOT_ELIGIBLE',
    rewarded: false,
    events: [{ status: 'NOT_ELIGIBLE', message: 'As séries de números da sorte se esgotaram.' }],
    details: { luckyNumbers: [] },
  });
  const approved = async () => {
    const { body } = await site.sendReceipt(ana);
    await moderate(site, body.id, { to: 'APPROVED' });
    const parameters = { couponId: Number(body.id) };
    return drawOf(
      (await site.call(getReceiptDetailsEndpoint, { token: ana.token, parameters })).body,
    );
  };
  expect(await approved()).toMatchObject({ status: 'REQUESTED', rewarded: true });
  expect(await approved()).toMatchObject({ status: 'REQUESTED' });
  expect(await approved()).toMatchObject({ status: 'NOT_ELIGIBLE' });
  const [{ issued, space } = {}] = await database.query<{ issued: number; space: number }>(
    'select issued, space from lucky_number_sequences',
  );
  expect(issued).toBe(space);
});
