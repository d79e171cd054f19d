import { expect, test } from 'vitest';
import type { CommandResult } from '../../src/gateway/cli/run-command.ts';
import type { Queries } from '../../src/gateway/db/database.ts';
import { lockCampaignIfOpen } from '../../src/gateway/db/queries/campaigns.ts';
import { passTheEnd } from '../support/draws.ts';
import { closedGate } from '../support/gate.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { openGateways } from '../support/gateways.ts';
import { untilOneWaitsForLock } from '../support/lock-wait.ts';
import { createPostgresDatabase } from '../support/postgres.ts';

/** What a close answers that waits for the transaction in which `change` runs. */
async function closeDuring(
  site: TestGateway,
  change: (queries: Queries) => Promise<void>,
): Promise<CommandResult> {
  const { database } = site.gateway;
  const closing = await database.transaction(async (queries) => {
    await change(queries);
    const outcome = site.operate('close');
    await untilOneWaitsForLock(database);
    return { outcome };
  });
  return closing.outcome;
}

test('a close waits for a receipt being entered, and is refused if that one still has to earn', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateways(2, { databaseUrl });
  const ana = await site.signUp();
  expect((await site.sendReceipt(ana)).status).toBe(201);
  passTheEnd(site);

  const closed = await closeDuring(site, async (queries) => {
    expect(await lockCampaignIfOpen(queries, 19)).toBe(true);
    await queries.query(`update engine_orders set status = 'TO_REQUEST'`);
  });
  expect(closed.text).toContain('ainda não foram julgadas: 1');
  await site.close();
}, 60_000);

test('a close waits for a change of the period, and is refused if the promotion lasts longer by it', async () => {
  const site = await openGateways(2, { databaseUrl: await createPostgresDatabase() });
  passTheEnd(site);
  const dayLater = new Date(site.clock.now.getTime() + 24 * 3_600_000).toISOString();
  const closed = await closeDuring(site, async (queries) => {
    await queries.query(
      `update campaigns set snapshot = jsonb_set(snapshot, '{campaign,endsAt}', to_jsonb($1::text))`,
      [dayLater],
    );
  });
  expect(closed.text).toContain('ainda não terminou');
  await site.close();
}, 60_000);

test('a receipt that was on its way when the promotion was closed is refused as too late', async () => {
  const site = await openGateway();
  const ana = await site.signUp();
  const { storage } = site.gateway;
  const { put } = storage;
  const gate = closedGate();
  storage.put = async (key, bytes) => {
    await gate.pass();
    return put(key, bytes);
  };
  const sending = site.sendReceipt(ana);
  await gate.reached;
  passTheEnd(site);
  expect((await site.operate('close')).exitCode).toBe(0);
  gate.open();
  expect((await sending).error.code).toBe('CAMPAIGN_OVER');
  await site.close();
});
