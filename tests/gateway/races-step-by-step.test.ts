import { expect, test, vi } from 'vitest';
import type { ReceiptBody } from '../../src/contract/receipts.ts';
import { createIncidentEndpoint } from '../../src/contract/support.ts';
import { findReceiptFileKeys } from '../../src/gateway/backup/queries.ts';
import { correctEmail } from '../../src/gateway/consumers/corrections.ts';
import { engineKeyOf } from '../../src/gateway/db/queries/campaigns.ts';
import { freezeList } from '../../src/gateway/draws/freeze-list.ts';
import { makeDraw } from '../../src/gateway/draws/make-draw.ts';
import { eraseConsumer } from '../../src/gateway/privacy/erase.ts';
import { deleteDueFiles } from '../../src/gateway/receipts/file-deletion.ts';
import { insertComment, lockIncident } from '../../src/gateway/support/queries.ts';
import { drawRequest, drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { passwordCodeFor } from '../support/email.ts';
import { closedGate } from '../support/gate.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { incidentBody } from '../support/incident-body.ts';
import { holdTransaction, untilOneWaitsForLock } from '../support/lock-wait.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { readLedger } from '../support/read-ledger.ts';
import { newAccessKey, newPicture, receiptBody } from '../support/receipt-body.ts';

vi.setConfig({ testTimeout: 30_000 });

test('two gateways delete files side by side, and neither waits for one that the other is deleting', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  await site.query(
    "insert into files_to_remove select 'receipts-19/' || each from generate_series(1, 9) as each",
  );
  const slowStorage = closedGate();
  const removed: string[] = [];
  const removeSlowly = async (key: string) => {
    removed.push(key);
    await slowStorage.pass();
  };
  const gatewayThat = (remove: (key: string) => Promise<void>) => ({
    ...site.gateway,
    storage: { ...site.gateway.storage, remove },
  });
  const slow = deleteDueFiles(gatewayThat(removeSlowly));
  await expect.poll(() => removed.length).toBe(4);
  await deleteDueFiles(gatewayThat(async (key) => void removed.push(key)));
  expect(removed).toHaveLength(9);
  slowStorage.open();
  await slow;
  expect(new Set(removed).size).toBe(9);
  expect(removed).toHaveLength(9);
  await site.close();
});

test('a picture that is sent again while it is being deleted stays', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ databaseUrl });
  const { database, storage } = site.gateway;
  const ana = await site.signUp();
  const body = receiptBody(ana, site.clock.now);
  let { token } = ana;
  const sendChanged = (changes: Partial<ReceiptBody>) =>
    site.sendReceipt({ ...ana, token }, { ...body, ...changes });
  expect((await sendChanged({ imageBase64: newPicture() })).status).toBe(201);
  expect((await sendChanged({})).error.code).toBe('DUPLICATE');
  site.passTime(60 * 60_000);
  token = await site.signIn(ana);
  const slowStorage = closedGate();
  const remove = async (key: string) => {
    await slowStorage.pass();
    await storage.remove(key);
  };
  const deleting = deleteDueFiles({ ...site.gateway, storage: { ...storage, remove } });
  await slowStorage.reached;
  const sending = sendChanged({ identifier: newAccessKey(body.purchaseDate) });
  await Promise.race([sending, untilOneWaitsForLock(database)]);
  slowStorage.open();
  await deleting;
  expect((await sending).status).toBe(201);
  const keys = await findReceiptFileKeys(database);
  const files = await Promise.all(keys.map((key) => storage.get(key)));
  expect(files.map((file) => file !== null)).toEqual([true, true]);
  await site.close();
});

function eraseAtOwnRequest({ gateway, clock }: TestGateway, { id: consumerId }: TestConsumer) {
  const request = { consumerId, requestedBy: 'CONSUMER', now: clock.now } as const;
  return gateway.database.transaction((queries) =>
    eraseConsumer(queries, gateway.snapshot.campaign, request),
  );
}

test('a link to a new password does not go to an address that is corrected meanwhile', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  const { database, identity } = site.gateway;
  const ana = await site.signUp();
  const email = 'nova@exemplo.com.br';
  const correcting = await holdTransaction(database, (queries) =>
    correctEmail(queries, { consumerId: ana.id, email, now: site.clock.now }),
  );
  const asking = identity.sendPasswordReset(ana.consumer.email);
  await untilOneWaitsForLock(database);
  await correcting.commit();
  await asking;
  expect(await database.query('select from identity_codes')).toEqual([]);
  await expect(passwordCodeFor(site, ana.consumer.email)).rejects.toThrow('No email');
  await site.close();
});

test('an email that another person takes while it is corrected is refused', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  const { database } = site.gateway;
  const [ana, bia] = [await site.signUp(), await site.signUp()];
  for (const table of ['identity_users', 'consumers']) {
    const email = `${table}@exemplo.com.br`;
    const take = `update ${table} set email = $1 where email = $2`;
    const taking = await holdTransaction(database, (queries) =>
      queries.query(take, [email, bia.consumer.email]),
    );
    const correcting = site.operate('consumers', 'change-email', ana.id, email);
    await untilOneWaitsForLock(database);
    await taking.commit();
    expect((await correcting).text).toContain('email: Email já cadastrado');
  }
  await site.close();
});

test('a comment that is being written does not keep its writer from being erased', async () => {
  const site = await openGateway({ databaseUrl: await createPostgresDatabase() });
  const { database } = site.gateway;
  const ana = await site.signUp();
  const { body } = await site.call(createIncidentEndpoint, {
    body: incidentBody,
    token: ana.token,
  });
  const incidentId = Number(body.id);
  const comment = { authorName: 'Ana', description: 'Oi', createdAt: site.clock.now };
  const commenting = await holdTransaction(database, async (queries) => {
    await lockIncident(queries, incidentId);
    await insertComment(queries, incidentId, { ...comment, userType: 'CONSUMER' });
  });
  const erasing = eraseAtOwnRequest(site, ana);
  await untilOneWaitsForLock(database);
  await commenting.commit();
  await erasing;
  expect(await database.query('select from incident_comments')).toEqual([]);
  await site.close();
});

test('a prize of the draw that is sent while its winner is erased leaves no code and no email', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const { database, snapshot } = site.gateway;
  const ana = await site.signUp();
  await giveNumber(site, ana, [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site);
  await site.operate('winners', 'move', '4.50153', 'confirmed');
  const { now } = site.clock;
  const request = { consumerId: ana.id, requestedBy: 'CONSUMER', now } as const;
  const erasing = await holdTransaction(database, (queries) =>
    eraseConsumer(queries, snapshot.campaign, request),
  );
  const sending = site.operate('winners', 'move', '4.50153', 'sent', '--code', 'BR1');
  await untilOneWaitsForLock(database);
  await erasing.commit();
  expect(await sending).toMatchObject({ exitCode: 0 });
  expect(
    await database.query('select status, tracking_code as code from prize_deliveries'),
  ).toEqual([{ status: 'SENT', code: null }]);
  expect(await database.query("select from emails where kind = 'PRIZE_SENT'")).toEqual([]);
  await site.close();
});

test.each(['freeze', 'draw'])('a list that a %s is fixing is not fixed again', async (first) => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const { database, snapshot } = site.gateway;
  await giveNumber(site, await site.signUp(), [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  const { engine, ...request } = drawRequest(snapshot);
  const fixing = await holdTransaction(database, (queries) =>
    first === 'draw'
      ? makeDraw(queries, snapshot, { engine, ...request })
      : freezeList(queries, { ...engineKeyOf(snapshot.campaign, engine), ...request }),
  );
  const freezing = site.operate('freeze', '--unjudged', 'Em análise');
  await untilOneWaitsForLock(database);
  await fixing.commit();
  expect((await freezing).text).toContain('já foi congelada');
  const types = (await readLedger(site)).map(({ type }) => type);
  expect(types.filter((type) => type === 'LIST_FROZEN')).toHaveLength(1);
  await site.close();
});

test('a person erased while the draw is made is erased as its winner', async () => {
  const databaseUrl = await createPostgresDatabase();
  const site = await openGateway({ variant: 'all', databaseUrl });
  const { database, snapshot } = site.gateway;
  const ana = await site.signUp();
  await giveNumber(site, ana, [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  const drawing = await holdTransaction(database, (queries) =>
    makeDraw(queries, snapshot, drawRequest(snapshot)),
  );
  const erasing = eraseAtOwnRequest(site, ana);
  await untilOneWaitsForLock(database);
  await drawing.commit();
  expect(await erasing).toMatchObject({ held: { rewards: ['DRAW'] } });
  expect((await readLedger(site)).at(-1)).toMatchObject({ type: 'DRAW_MADE' });
  await site.close();
});
