import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineOrder } from '../../src/contract/receipts.ts';
import { lockCampaign } from '../../src/gateway/db/queries/campaigns.ts';
import { lockConsumer } from '../../src/gateway/db/queries/consumers.ts';
import { lockLuckyNumbers } from '../../src/gateway/draws/draw-queries.ts';
import { lockShop } from '../../src/gateway/rewards/instant-prize-queries.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import {
  postponePrizes,
  sendFullReceipt,
  signUpWithAllFields,
} from '../support/gateway-actions.ts';
import { holdTransaction, untilOneWaitsForLock } from '../support/lock-wait.ts';
import { moderate } from '../support/moderation.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

let site: TestGateway;

beforeAll(async () => {
  const databaseUrl = await createPostgresDatabase();
  site = await openGateway({ variant: 'all', databaseUrl });
});
afterAll(() => site.close());

function cashbackStatus({ engineOrders }: { engineOrders: EngineOrder[] }) {
  return engineOrders.find(({ engineType }) => engineType === 'CASHBACK')?.status;
}

async function approveAll() {
  await site.query('update cashback_funds set reserved_centavos = promised_centavos');
  const unjudged = await site.query(
    "select id from receipts where status in ('IN_ANALYSIS', 'PENDING_ANALYSIS') order by id",
  );
  for (const { id } of unjudged) {
    expect(await moderate(site, id, { to: 'APPROVED' })).toMatchObject({ to: 'APPROVED' });
  }
}

/** Fails if a transaction that waits has locked the fund already. */
const lockFundAtOnce = () =>
  site.query('select from cashback_funds where campaign_id = 19 for no key update nowait');

test('a receipt that may have to wait for its cashback locks the campaign before the fund, as a change of the campaign does', async () => {
  const ana = await signUpWithAllFields(site);
  await sendFullReceipt(site, ana);
  await site.query('update cashback_funds set reserved_centavos = total_centavos - 1');
  const { database } = site.gateway;
  const change = await holdTransaction(database, (queries) => lockCampaign(queries, 19));
  const sending = sendFullReceipt(site, ana);
  await untilOneWaitsForLock(database);
  await lockFundAtOnce();
  await change.commit();
  expect(cashbackStatus(await sending)).toBe('TO_REQUEST');
  await approveAll();
});

test('the approval of a receipt that reserved no cashback yet locks the shop before the fund, as sending does', async () => {
  const engine = site.gateway.snapshot.campaign.engines.find(
    ({ type }) => type === 'INSTANT_PRIZE',
  );
  if (!engine) throw new Error('There is no instant prize');
  engine.details.segregateByEstablishment = true;
  await site.query(`update campaigns set snapshot = $1::jsonb`, [
    JSON.stringify(site.gateway.snapshot),
  ]);
  const ana = await signUpWithAllFields(site);
  const { id } = await sendFullReceipt(site, ana);
  await site.query(
    `update engine_orders set status = 'TO_REQUEST', rewarded = false, cashback_centavos = null,
       campaign_prize_id = null where receipt_id = $1`,
    [id],
  );
  await site.query("update receipts set status = 'PENDING_ANALYSIS' where id = $1", [id]);
  const [row] = await site.query<{ shop: string }>(
    'select coalesce(cnpj, identifier) as shop from receipts where id = $1',
    [id],
  );
  const { database } = site.gateway;
  const sending = await holdTransaction(database, (queries) => lockShop(queries, row?.shop ?? ''));
  const approving = moderate(site, id, { to: 'APPROVED' });
  await untilOneWaitsForLock(database);
  await lockFundAtOnce();
  await sending.commit();
  expect(await approving).toMatchObject({ to: 'APPROVED' });
});

test('a receipt that has to wait for an earlier one’s cashback, which the fund does not cover, locks the campaign before the fund too', async () => {
  await postponePrizes(site);
  const [ana, bia] = [await signUpWithAllFields(site), await signUpWithAllFields(site)];
  await sendFullReceipt(site, ana);
  const leaveInFund = (centavos: number) =>
    site.query('update cashback_funds set reserved_centavos = total_centavos - $1', [centavos]);
  await leaveInFund(1);
  expect(cashbackStatus(await sendFullReceipt(site, ana))).toBe('TO_REQUEST');
  await leaveInFund(1050);
  const { database } = site.gateway;
  const change = await holdTransaction(database, (queries) => lockCampaign(queries, 19));
  const sending = sendFullReceipt(site, bia, 10);
  await untilOneWaitsForLock(database);
  await lockFundAtOnce();
  await change.commit();
  expect(cashbackStatus(await sending)).toBe('TO_REQUEST');
});

test('a receipt does not lock the campaign once the fund is spent and every receipt is judged', async () => {
  const ana = await signUpWithAllFields(site);
  await approveAll();
  await site.query(
    'update cashback_funds set reserved_centavos = total_centavos, promised_centavos = 0',
  );
  const { database } = site.gateway;
  const change = await holdTransaction(database, (queries) => lockCampaign(queries, 19));
  expect(cashbackStatus(await sendFullReceipt(site, ana))).toBe('NOT_ELIGIBLE');
  await change.commit();
});

test('an approval that gives nothing but cashback waits for no freeze and no draw', async () => {
  await site.query('update cashback_funds set reserved_centavos = 0, promised_centavos = 0');
  const { id } = await sendFullReceipt(site, await signUpWithAllFields(site));
  await site.query(
    `update engine_orders set status = 'TO_REQUEST', rewarded = false, cashback_centavos = null
     where receipt_id = $1 and engine_type = 'CASHBACK'`,
    [id],
  );
  await site.query("update receipts set status = 'PENDING_ANALYSIS' where id = $1", [id]);
  const freeze = await holdTransaction(site.gateway.database, lockLuckyNumbers);
  expect(await moderate(site, id, { to: 'APPROVED' })).toMatchObject({ to: 'APPROVED' });
  await freeze.commit();
});

test('a receipt that is kept although the tax office doubts it is locked after its owner, as in other changes of it', async () => {
  const ana = await signUpWithAllFields(site);
  const { id } = await sendFullReceipt(site, ana);
  await site.query(
    "update receipts set status = 'APPROVED', open_doubts = '{TOTAL}' where id = $1",
    [id],
  );
  const { database } = site.gateway;
  const change = await holdTransaction(database, (queries) => lockConsumer(queries, ana.id));
  const keeping = site.operateRows('receipts', 'keep', id);
  await untilOneWaitsForLock(database);
  await site.query('select from receipts where id = $1 for no key update nowait', [id]);
  await change.commit();
  expect(await keeping).toMatchObject([{ status: 'APPROVED' }]);
});
