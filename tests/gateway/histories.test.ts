import { afterAll, expect, test } from 'vitest';
import { getPointsWalletEndpoint, redeemEndpoint } from '../../src/contract/wallets.ts';
import { lockStock } from '../../src/gateway/campaign/prize-stock.ts';
import { openGateways } from '../support/gateways.ts';
import { isLinearizable } from '../support/linearizable.ts';
import { moderate } from '../support/moderation.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { type WalletDone, walletModel } from '../support/promotion-models.ts';
import { unexplainedHistories } from '../support/unexplained-histories.ts';

const site = await openGateways(4, {
  variant: 'all',
  databaseUrl: await createPostgresDatabase(),
});
afterAll(() => site.close());

test('an answer older than one that was given before is found', () => {
  const [credit, withdraw] = [{ did: 'credit', amount: 300 }, { did: 'withdraw nothing' }] as const;
  const together = [
    { called: 1, answered: 3, done: credit },
    { called: 2, answered: 4, done: withdraw },
  ];
  const apart = [
    { called: 1, answered: 2, done: credit },
    { called: 3, answered: 4, done: withdraw },
  ];
  expect(isLinearizable<number, WalletDone>(together, walletModel)).toBe(true);
  expect(isLinearizable<number, WalletDone>(apart, walletModel)).toBe(false);
});

test('simultaneous calls are answered as if they came one after the other', async () => {
  const seed = Date.now() % 1_000_000;
  const runs = Number(process.env.HISTORIES ?? 8);
  expect(await unexplainedHistories(site, { seed, runs })).toEqual([]);
}, 900_000);

test('points that the wallet shows as taken back can no longer be spent', async () => {
  const ana = await site.signUp();
  const { token } = ana;
  const { id } = (await site.sendReceipt(ana, { totalAmount: 10 })).body;
  await moderate(site, id, { to: 'APPROVED' });
  const stock = await holdStock();
  const body = { items: [{ prizeId: 501, quantity: 1 }] };
  const spending = site.call(redeemEndpoint, { token, body });
  await expect.poll(countWaiting).toBe(1);
  const rejecting = moderate(site, id, { to: 'REJECTED', reason: 'Nota ilegível' });
  await Promise.race([rejecting, expect.poll(countWaiting).toBe(2)]);
  const { balance } = (await site.call(getPointsWalletEndpoint, { token })).body;
  await stock.release();
  expect([balance, (await spending).status]).toEqual([2, 201]);
  await rejecting;
  expect((await site.call(getPointsWalletEndpoint, { token })).body.balance).toBe(-2);
});

/** Makes a user who redeems a basket wait. */
async function holdStock(): Promise<{ release(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const holding = site.gateway.database.transaction(async (queries) => {
    await lockStock(queries, { campaignId: 19, prizeIds: [903] });
    held.resolve();
    await mayEnd.promise;
  });
  await held.promise;
  return {
    release: () => {
      mayEnd.resolve();
      return holding;
    },
  };
}

async function countWaiting(): Promise<number> {
  const [row] = await site.query<{ waiting: number }>(
    'select count(*) as waiting from pg_locks where not granted',
  );
  return row?.waiting ?? 0;
}
