import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '../../src/gateway/db/database.ts';
import { findLogFolder } from '../../src/gateway/ledger/log-files.ts';
import { DatabaseBehindLog, publishLog } from '../../src/gateway/ledger/publish-log.ts';
import { findLogHead, insertLedger, replaceLogHead } from '../../src/gateway/ledger/queries.ts';
import type { Check } from '../../src/rules/verification/check-result.ts';
import { passTheEnd } from '../support/draws.ts';
import { openFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { sendFullReceipt, signUpWithAllFields } from '../support/gateway-actions.ts';
import { verifierProgram } from '../support/verifier-script.ts';

let program: Awaited<ReturnType<typeof verifierProgram>>;
let site: TestGateway;
let elsewhere: TestGateway;
let ana: TestConsumer;
/** Signed up after the backup. */
let bia: TestConsumer;
let backup: string;
/** Checkpoint of the log when it had more entries than the backup. */
let newer: string;

const checkpoint = async ({ gateway }: TestGateway) =>
  (await findLogHead(gateway.database, 19)).checkpoint;

beforeAll(async () => {
  program = await verifierProgram();
  site = await openGateway({ variant: 'all' });
  elsewhere = await openGateway({ variant: 'all' });
  ana = await signUpWithAllFields(site);
  await sendFullReceipt(site, ana);
  await site.publishLog();
  await site.operate('backup', 'copia');
  backup = join(site.gateway.settings.dataDirectory, 'copia');
  await sendFullReceipt(site, ana);
  bia = await site.signUp();
  await site.publishLog();
  newer = await checkpoint(site);
  expect(await elsewhere.operate('restore', backup, '--erasures', 'none')).toMatchObject({
    exitCode: 0,
  });
});
afterAll(async () => {
  await site.close();
  await elsewhere.close();
  await program.remove();
});

test('a checkpoint that could not be stored when it was published is stored later', async () => {
  const { storage } = site.gateway;
  const key = `${await findLogFolder(site.gateway.database, 19)}/checkpoint`;
  await storage.remove(key);
  await site.tidy();
  const storedCheckpoint = await storage.get(key);
  expect(Buffer.from(storedCheckpoint ?? []).toString()).toBe(newer);
});

/** A gateway over the database that came from the backup, beside the files that were published. */
function openBehind(): Promise<TestGateway> {
  const { database } = elsewhere.gateway;
  const { storageUrl } = site.gateway.settings;
  return openGateway({ variant: 'all', database, settings: { storageUrl } });
}

async function checks(from: TestGateway, evidence: string): Promise<Check[]> {
  const found: Check[] = [];
  const evidenceFiles = [{ name: 'resumo.txt', text: evidence }];
  for await (const check of program.verify(openFiles(await publishedFiles(from)), evidenceFiles)) {
    found.push(check);
  }
  return found;
}

test('a start with a database behind the published log is refused in one sentence', async () => {
  await expect(openBehind()).rejects.toThrow(DatabaseBehindLog);
  await expect(openBehind()).rejects.toThrow(
    /^The public log has 5 entries, and this database 4 of them, as after the restore of an older backup: /,
  );
});

test('a gateway whose database is swapped meanwhile signs nothing more', async () => {
  const { database } = elsewhere.gateway;
  const other = await openGateway({ variant: 'all', database });
  const late = await signUpWithAllFields(other);
  await sendFullReceipt(other, late);
  const key = `${await findLogFolder(database, 19)}/checkpoint`;
  await other.gateway.storage.put(key, Buffer.from(newer));
  const before = await checkpoint(other);
  await expect(other.publishLog()).rejects.toThrow(DatabaseBehindLog);
  expect(await checkpoint(other)).toBe(before);
  await other.close();
});

test('a start over an empty database does not hide what the lost one had published', async () => {
  const { storageUrl } = site.gateway.settings;
  const fresh = await openGateway({ variant: '19', settings: { storageUrl } });
  expect(await fresh.operate('restore', backup, '--erasures', 'none')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('que já tem 5 lançamentos, e ela 4: restaure uma mais nova'),
  });
  await fresh.close();
});

const replaced = 'The database was replaced by a restore: restart the gateway.';

test('a gateway that goes on after other secrets were restored writes and signs nothing', async () => {
  const late = await openGateway({ variant: '19' });
  expect(await late.operate('restore', backup, '--erasures', 'none')).toMatchObject({
    exitCode: 0,
  });
  const rows = () => late.query('select id from ledger_entries');
  const [before, head] = [await rows(), await checkpoint(late)];
  expect((await late.sendReceipt(ana)).status).toBe(503);
  await expect(late.publishLog()).rejects.toThrow(replaced);
  await expect(late.follow()).rejects.toThrow(replaced);
  expect([await rows(), await checkpoint(late)]).toEqual([before, head]);

  const { database } = late.gateway;
  const started = await openGateway({ variant: '19', database });
  expect((await sendFullReceipt(started, ana)).id).toBeGreaterThan(0);
  await started.publishLog();
  await started.close();
  await late.close();
});

test('a gateway whose database is replaced while it publishes does not sign the other log', async () => {
  const source = await openGateway({ variant: 'all' });
  await sendFullReceipt(source, await signUpWithAllFields(source));
  await source.operate('backup', 'copia');
  const copy = join(source.gateway.settings.dataDirectory, 'copia');
  const late = await openGateway({ variant: '19' });
  const { database } = late.gateway;
  let afterNext: (() => Promise<unknown>) | null = null;
  const query: Queries['query'] = async (text, values) => {
    const rows = await database.query<never>(text, values);
    const replace = afterNext;
    afterNext = null;
    await replace?.();
    return rows;
  };
  const log = { ...late.gateway, database: { ...database, query } };
  // Makes the log's key known, which the process then remembers.
  expect((await late.sendReceipt(await late.signUp())).status).toBe(201);
  await publishLog(log);
  const former = await findLogHead(database, 19);

  afterNext = () => late.operate('restore', copy, '--force', '--erasures', 'none');
  await expect(publishLog(log)).rejects.toThrow(replaced);
  expect(await checkpoint(late)).toBe(await checkpoint(source));
  expect(await replaceLogHead(database, 19, { ...former, former: former.checkpoint })).toBe(false);
  await late.close();
  await source.close();
});

test('commands reach every campaign of the gateway’s database, whenever it was seeded', async () => {
  const first = await openGateway();
  await first.query(
    `insert into campaigns (id, variant, date_window, snapshot, seeded_at)
     select 20, variant, date_window, jsonb_set(snapshot, '{campaign}',
       snapshot -> 'campaign' || '{"id":20,"engines":[]}'), seeded_at + interval '1 day' from campaigns where id = 19`,
  );
  await insertLedger(first.gateway.database, 20);
  passTheEnd(first);
  expect(await first.operate('close', '--campaign', 20)).toMatchObject({ exitCode: 0 });
  await first.close();
});

test('an older backup is restored only with a reason, which the log publishes', async () => {
  const refused = await site.operate('restore', backup, '--force');
  expect(refused).toMatchObject({
    exitCode: 1,
    text: 'NOT_ALLOWED_NOW: Esta cópia é mais antiga que o registro público, que já tem 5 lançamentos, e ela 4: restaure uma mais nova ou, se não há, diga com --reason por que o registro continua desta; o motivo é publicado nele.',
  });
  expect(await checkpoint(site)).toBe(newer);
  expect((await site.signUp()).id, 'numbers go on after a refusal').toBeGreaterThan(bia.id);
  const tried = await site.operate('restore', backup, '--force', '--reason', 'x', '--dry-run');
  expect([tried.exitCode, await checkpoint(site)]).toEqual([0, newer]);

  const reason = 'O disco do banco se perdeu.';
  const restored = await site.operate('restore', backup, '--force', '--reason', reason);
  expect(restored.exitCode).toBe(0);
  const { database, settings: own } = site.gateway;
  const { storageUrl } = own;
  const again = await openGateway({ variant: 'all', database, settings: { storageUrl } });
  await sendFullReceipt(again, ana);
  const found = await checks(again, await checkpoint(again));
  expect(found.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  expect(found.map(({ sentence }) => sentence)).toContain(
    `O lançamento 4 diz que o registro continua de uma cópia de segurança mais antiga: já estavam publicados 5 lançamentos, e os últimos deles se perderam. Motivo: ${reason}`,
  );
  // Who kept a proof of what was lost still sees it.
  const evidenceCheck = (await checks(again, newer)).find(({ name }) => name === 'Comprovantes');
  expect(evidenceCheck?.verdict).toBe('wrong');
  await again.close();
});
