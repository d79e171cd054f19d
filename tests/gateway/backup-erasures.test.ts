import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eraseMeEndpoint } from '../../src/contract/personal-data.ts';
import { findReceiptFileKeys } from '../../src/gateway/backup/queries.ts';
import type { Database } from '../../src/gateway/db/database.ts';
import { writeErasureList } from '../../src/gateway/privacy/erasure-list.ts';
import { deleteDueFiles } from '../../src/gateway/receipts/file-deletion.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import {
  postponePrizes,
  sendApproved,
  sendFullReceipt,
  withdraw,
} from '../support/gateway-actions.ts';

let site: TestGateway;
let ana: TestConsumer;
let bia: TestConsumer;

beforeEach(async () => {
  site = await openGateway({ variant: 'all' });
  [ana, bia] = [await site.signUp(), await site.signUp()];
});
afterEach(() => site.close());

const folder = (name: string) => join(site.gateway.settings.dataDirectory, name);
const list = () => join(fileURLToPath(site.gateway.settings.storageUrl), 'erasures.jsonl');

async function isThere({ consumer }: TestConsumer, where = site): Promise<boolean> {
  return (await where.operate('consumers', 'find', consumer.email)).text !== 'Nothing found.';
}

test('people erased after the backup are erased again on restore, and are emailed only once', async () => {
  await sendApproved(site, bia);
  const withdrawal = await withdraw(site, bia);
  await site.operate('backup', 'copia');
  await site.operate('withdrawals', 'settle', withdrawal, 'success');
  const token = await site.signIn(bia);
  expect((await site.call(eraseMeEndpoint, { token })).status).toBe(200);
  const emailsToBia = async () =>
    (await site.emails()).filter((email) => email.includes(`To: ${bia.consumer.email}`)).length;
  const before = await emailsToBia();

  const restored = await site.operateRows('restore', 'copia', '--force');
  expect(restored).toMatchObject([{ erased: 1 }]);
  expect([await isThere(ana), await isThere(bia)]).toEqual([true, false]);
  const [left] = await site.query(
    `select erased_at is not null as "isErased", email from consumers where id = $1`,
    [bia.id],
  );
  expect(left).toEqual({ isErased: true, email: `erased-${bia.id}` });
  expect(await emailsToBia()).toBe(before);
});

test.each(['by the replaced database', 'by the list alone'])(
  'what the law has the promotion keep of who was rewarded since the backup stays, %s',
  async (source) => {
    await postponePrizes(site);
    const { id: receipt } = await sendFullReceipt(site, bia);
    const { id: paid } = await sendApproved(site, bia);
    const withdrawal = await withdraw(site, bia);
    await site.operate('backup', 'copia');
    await site.operate('withdrawals', 'settle', withdrawal, 'success');
    await site.operate('receipts', 'move', receipt, 'approved');
    await site.operate('consumers', 'erase', bia.id);
    const heldData = async (where: TestGateway) =>
      where.query('select held from erasures where consumer_id = $1', [bia.id]);
    const { name, document } = bia.consumer;
    const held = [{ held: { rewards: ['CASHBACK'], name, document } }];
    expect(await heldData(site)).toEqual(held);

    const isLost = source === 'by the list alone';
    const into = isLost ? await openGateway({ variant: 'all' }) : site;
    const options = isLost ? ['--erasures', list()] : ['--force'];
    await into.operateRows('restore', folder('copia'), ...options);
    expect(await heldData(into)).toEqual(held);
    await into.tidy();
    const files = await into.query<{ id: number; key: string }>(
      'select id, file_key as key from receipts order by id',
    );
    expect(files).toMatchObject([{ id: Number(receipt) }, { id: Number(paid) }]);
    for (const { key } of files) expect(await into.gateway.storage.get(key)).not.toBeNull();
    if (isLost) await into.close();
  },
);

test('nothing is restored while the clock is behind the backup’s newest entry', async () => {
  await sendApproved(site, bia);
  await site.operate('backup', 'copia');
  await site.operate('consumers', 'erase', bia.id);
  site.passTime(-120_000);
  expect(await site.operate('restore', 'copia', '--force')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('The clock was set back'),
  });
  expect(await isThere(bia)).toBe(false);
});

test('the list holds no name, document or address, and each person once', async () => {
  await site.operate('consumers', 'erase', bia.id);
  await site.operate('backup', 'copia');
  await site.operate('restore', 'copia', '--force');
  const text = await readFile(list(), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ campaign: 19 }, { consumer: bia.id, person: expect.any(String) }]);
  const { name, document, email } = bia.consumer;
  for (const trace of [name, document, email]) expect(text).not.toContain(trace);
});

test('a restore without this promotion’s list of erasures restores nothing', async () => {
  await site.operate('backup', 'copia');
  await site.operate('consumers', 'erase', bia.id);
  const other = await openGateway({ variant: 'all' });
  const restore = (...words: string[]) => other.operate('restore', folder('copia'), ...words);
  expect(await restore()).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('traria de volta'),
  });
  expect(await isThere(ana, other)).toBe(false);
  await writeFile(folder('falsa.jsonl'), '{"campaign":19,"ledger":"outra"}\nnada\n');
  expect((await restore('--erasures', folder('falsa.jsonl'))).exitCode).toBe(1);
  expect((await restore('--erasures', folder('falta.jsonl'))).text).toContain(
    'falta.jsonl is not there, or its folder is not.',
  );
  expect((await restore('--erasures', 'none')).exitCode).toBe(0);
  expect(await isThere(bia, other)).toBe(true);
  await copyFile(list(), folder('lista.jsonl'));
  expect((await restore('--erasures', folder('lista.jsonl'), '--force')).exitCode).toBe(0);
  expect([await isThere(ana, other), await isThere(bia, other)]).toEqual([true, false]);
  await other.close();
});

test('a list that was lost is written again with everybody who left', async () => {
  await site.operate('backup', 'copia');
  await site.operate('consumers', 'erase', bia.id);
  const before = await readFile(list(), 'utf8');
  await rm(list());
  const tried = await site.operate('restore', 'copia', '--force', '--dry-run');
  expect(tried.exitCode, tried.text).toBe(0);
  await site.tidy();
  expect(await readFile(list(), 'utf8')).toBe(before);
  expect(await site.operateRows('restore', 'copia', '--force')).toMatchObject([{ erased: 1 }]);
  expect([await isThere(ana), await isThere(bia)]).toEqual([true, false]);
});

test('a list from an older copy of the storage gets the lines that it lacks', async () => {
  await site.operate('consumers', 'erase', ana.id);
  await site.operate('consumers', 'erase', bia.id);
  const before = await readFile(list(), 'utf8');
  const [heading, , ofBia] = before.split('\n');
  await writeFile(list(), `${heading}\n${ofBia}\n`);
  await site.tidy();
  const lines = (await readFile(list(), 'utf8')).split('\n');
  expect(lines.toSorted()).toEqual(before.split('\n').toSorted());
});

test('a list that is complete is not compared with everybody again until it changes', async () => {
  const { database, storage } = site.gateway;
  const statements: string[] = [];
  const watched: Database = {
    ...database,
    withLock: (name, work) =>
      database.withLock(name, ({ query, ...queries }) => {
        const recorded = <Row>(text: string, values?: readonly unknown[]) => {
          statements.push(text);
          return query<Row>(text, values);
        };
        return work({ ...queries, query: recorded });
      }),
  };
  const comparisons = async () => {
    statements.length = 0;
    await writeErasureList({ database: watched, storage });
    return statements.filter((text) => text.includes('pseudonym')).length;
  };
  await site.operate('consumers', 'erase', bia.id);
  await site.tidy();
  expect(await comparisons()).toBe(0);
  const before = await readFile(list(), 'utf8');
  await writeFile(list(), before.replace(/.+\n$/, ''));
  expect(await comparisons()).toBe(1);
  expect(await readFile(list(), 'utf8')).toBe(before);
});

test('people who left the replaced database leave the restored one again, also where an older list or none is named', async () => {
  await site.operate('backup', 'copia');
  await site.operate('consumers', 'erase', ana.id);
  await copyFile(list(), folder('lista.jsonl'));
  await site.operate('consumers', 'erase', bia.id);
  const restore = (erasures: string) =>
    site.operateRows('restore', 'copia', '--force', '--erasures', erasures);
  expect(await restore(folder('lista.jsonl'))).toMatchObject([{ erased: 2 }]);
  expect([await isThere(ana), await isThere(bia)]).toEqual([false, false]);
  expect(await restore('none')).toMatchObject([{ erased: 2 }]);
  expect([await isThere(ana), await isThere(bia)]).toEqual([false, false]);
});

test('a refused restore leaves no picture of an erased person behind', async () => {
  await sendFullReceipt(site, ana);
  const [fileKey = ''] = await findReceiptFileKeys(site.gateway.database);
  await site.operate('backup', 'copia');
  await site.operate('consumers', 'erase', ana.id);
  await site.tidy();
  await writeFile(folder('falsa.jsonl'), '{"campaign":19,"ledger":"outra"}\n');
  const falseList = ['--erasures', folder('falsa.jsonl')];
  expect((await site.operate('restore', 'copia', '--force', ...falseList)).exitCode).toBe(1);
  site.passTime(24 * 3_600_000);
  await site.tidy();
  expect((await site.gateway.storage.get(fileKey)) === null).toBe(true);
});

test('pictures that came after the backup, and deletions that waited, are not forgotten by a restore', async () => {
  const { database, storage } = site.gateway;
  await sendFullReceipt(site, ana);
  const [fileKey = ''] = await findReceiptFileKeys(database);
  await site.operate('backup', 'copia');
  await sendFullReceipt(site, bia);
  await sendFullReceipt(site, await site.signUp());
  const [later = '', left = ''] = (await findReceiptFileKeys(database)).filter(
    (key) => key !== fileKey,
  );
  await database.query(
    `with gone as (update receipts set file_key = '' where file_key = $1)
     insert into files_to_remove (file_key) values ($1)`,
    [left],
  );
  await site.operate('restore', 'copia', '--force');
  await site.tidy();
  const there = await Promise.all([fileKey, later, left].map((key) => storage.get(key)));
  expect(there.map((bytes) => bytes !== null)).toEqual([true, false, false]);
});

test('a picture that is restored while it is being deleted stays', async () => {
  const { database, storage } = site.gateway;
  await sendFullReceipt(site, ana);
  const [fileKey = ''] = await findReceiptFileKeys(database);
  await site.operate('backup', 'copia');
  await database.query(
    `with gone as (update receipts set file_key = '')
     insert into files_to_remove (file_key) values ($1)`,
    [fileKey],
  );
  const [isDeleting, isRestoring] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const remove = async (key: string) => {
    isDeleting.resolve();
    await isRestoring.promise;
    await storage.remove(key);
  };
  const deleting = deleteDueFiles({ ...site.gateway, storage: { ...storage, remove } });
  await isDeleting.promise;
  const restoring: TestGateway['gateway'] = {
    ...site.gateway,
    database: {
      ...database,
      withLock(name, work) {
        if (name === fileKey) isRestoring.resolve();
        return database.withLock(name, work);
      },
    },
    storage: {
      ...storage,
      async put(key, bytes) {
        await storage.put(key, bytes);
        if (key === fileKey) isRestoring.resolve();
      },
    },
  };
  const restored = { ...site, gateway: restoring }.operate('restore', 'copia', '--force');
  await Promise.all([deleting, restored]);
  expect([(await restored).exitCode, await storage.get(fileKey)]).toEqual([0, expect.anything()]);
});

test('a person who is listed with a reward that this version does not know does not come back', async () => {
  await site.operate('backup', 'copia');
  await site.operate('consumers', 'erase', bia.id);
  const [heading, ofBia = ''] = (await readFile(list(), 'utf8')).split('\n');
  const other = JSON.stringify({ ...JSON.parse(ofBia), held: ['VOUCHER'] });
  await writeFile(folder('outra.jsonl'), `${heading}\n${other}\n`);
  const into = await openGateway({ variant: 'all' });
  const words = [folder('copia'), '--erasures', folder('outra.jsonl')];
  expect(await into.operateRows('restore', ...words)).toMatchObject([{ erased: 1 }]);
  expect([await isThere(ana, into), await isThere(bia, into)]).toEqual([true, false]);
  await into.close();
});

test('a restore keeps a person who got the number of one who was erased', async () => {
  await site.operate('backup', 'antes');
  const cora = await site.signUp();
  await site.operate('consumers', 'erase', cora.id);
  await site.operate('restore', 'antes', '--force');
  // As where the replaced database was lost, and with it how far its numbers had come.
  await site.query(`alter table consumers alter column id restart with ${cora.id}`);
  const dora = await site.signUp();
  expect(dora.id).toBe(cora.id);
  await site.operate('backup', 'depois');
  const restored = await site.operateRows('restore', 'depois', '--force');
  expect(restored).toMatchObject([{ erased: 0 }]);
  expect(await isThere(dora)).toBe(true);
});

test('a backup made after an erasure erases no one again when restored', async () => {
  const cora = await site.signUp();
  await site.operate('consumers', 'erase', cora.id);
  await site.operate('backup', 'tarde');
  const restored = await site.operateRows('restore', 'tarde', '--force');
  expect(restored).toMatchObject([{ erased: 0 }]);
});

test('an erasure that could not be listed at once is listed by the next run', async () => {
  const { storage } = site.gateway;
  const { put } = storage;
  storage.put = () => Promise.reject(new Error('away'));
  const token = await site.signIn(bia);
  expect((await site.call(eraseMeEndpoint, { token })).status).toBe(200);
  await site.settle();
  await expect(readFile(list())).rejects.toThrow('ENOENT');
  storage.put = put;
  await site.operate('consumers', 'erase', bia.id);
  expect(await readFile(list(), 'utf8')).toContain(`"consumer":${bia.id}`);
  await rm(list());
});
