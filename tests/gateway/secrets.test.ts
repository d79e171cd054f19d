import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Queries } from '../../src/gateway/db/database.ts';
import { openDatabase as open } from '../../src/gateway/db/open.ts';
import { openPglite } from '../../src/gateway/db/pglite.ts';
import {
  findAllSecrets,
  findCachedSecret,
  findSecret,
  insertSecret,
} from '../../src/gateway/db/queries/secrets.ts';
import { keyIdOf, openKeyring } from '../../src/gateway/db/wrap-secrets.ts';
import { Unavailable } from '../../src/gateway/failures.ts';
import { prizeMoments } from '../../src/gateway/rewards/instant-prizes.ts';
import { openWithSecrets } from '../../src/gateway/secrets/key-file.ts';
import { copyEmptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openGateway, type TestGateway } from '../support/gateway.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { promotionViolations } from '../support/promotion-violations.ts';

const [oldKey, newKey] = [Buffer.alloc(32, 'old'), Buffer.alloc(32, 'new')];
const wrongKey =
  /^The secrets in the database are wrapped by the key [\da-f]{16}, and SECRETS_KEY .* holds [\da-f]{16}: start with the key they were wrapped by\.$/;
const whoseKeys = 'Com o banco embutido, valem as chaves do gateway que está no ar: pare-o antes.';
const instants = { campaignId: 19, engineId: 102 };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** In a folder, which opens sooner than a copy in memory. */
async function openEmpty(name: string, key: Buffer): Promise<Database> {
  const dataDirectory = join(folder.path, name);
  copyEmptyDatabase(dataDirectory);
  return openPglite(pathToFileURL(join(dataDirectory, 'database')).href, openKeyring([key]));
}

/** What must not be read by a person who has the rows alone. */
async function hiddenTexts(database: Database, now: Date): Promise<string[]> {
  const secrets = await findAllSecrets(database);
  expect(secrets.map(({ name }) => name)).toEqual([
    'conversation-links',
    'erased-documents',
    'identity-refresh-key',
    'identity-signing-key',
    'instant-prizes/19/102',
    'ledger/19',
    'lucky-numbers/19/101',
    'receipt-files',
    'unsubscribe-links',
  ]);
  const moments = await prizeMoments(database, instants);
  const coming = moments
    .duePrizes(new Date('2999-01-01'))
    .filter(({ moment }) => moment > now.toISOString());
  expect(coming.length).toBeGreaterThan(100);
  return [
    ...secrets.flatMap(({ value }) => (value.startsWith('{') ? JSON.parse(value).d : value)),
    // As PostgreSQL writes it: without zeros at the end.
    ...coming.map(({ moment }) => moment.replace(/0*Z$/, '')),
    ...coming.map(({ index }) => moments.nonceOf(index)),
  ];
}

/** Every row of every table, also of those that no backup holds. */
async function dump(queries: Queries): Promise<string> {
  const tables = await queries.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  let text = '';
  for (const { name } of tables) {
    const rows = await queries.query<{ row: string }>(
      `select to_jsonb(each)::text as row from "${name}" as each`,
    );
    text += rows.map(({ row }) => row).join('\n');
  }
  return text;
}

describe('beside an embedded database', () => {
  const settingsIn = (name: string) => ({
    dataDirectory: join(folder.path, name),
    databaseUrl: pathToFileURL(join(folder.path, name, 'database')).href,
    secretsKeys: null,
  });

  test('the key is made once, announced, and readable by its user alone, and nothing starts without it', async () => {
    const settings = settingsIn('one');
    const keyFile = join(settings.dataDirectory, 'secrets.key');
    copyEmptyDatabase(settings.dataDirectory);
    const announced: string[] = [];
    const start = () => openWithSecrets(settings, (sentence) => announced.push(sentence));
    const first = await start();
    const site = await openGateway({ database: first });
    const secrets = await findAllSecrets(first);
    await site.close();
    await first.close();
    expect(announced).toEqual([expect.stringContaining(`in ${keyFile}: keep a copy`)]);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const again = await start();
    expect(await findAllSecrets(again)).toEqual(secrets);
    await again.close();
    expect(announced).toHaveLength(1);
    const key = await readFile(keyFile, 'utf8');
    await rm(keyFile);
    await expect(start()).rejects.toThrow(wrongKey);
    expect(await readdir(settings.dataDirectory)).not.toContain('secrets.key');
    await writeFile(keyFile, 'no key\n');
    await expect(start()).rejects.toThrow('must hold a key of 32 bytes in base64 per line');
    await writeFile(keyFile, key);
    await (await start()).close();
  });

  test('a command opens no database without a campaign, and makes neither folder nor key', async () => {
    const forCommand = (name: string) =>
      openWithSecrets(settingsIn(name), () => {}, { by: 'command' });
    const elsewhere = settingsIn('elsewhere').dataDirectory;
    await expect(forCommand('elsewhere')).rejects.toThrow(
      `The database ${join(elsewhere, 'database')} holds no campaign: set DATABASE_URL or DATA_DIR`,
    );
    await expect(readdir(elsewhere)).rejects.toThrow('ENOENT');
    const { dataDirectory } = settingsIn('without-campaign');
    copyEmptyDatabase(dataDirectory);
    await expect(forCommand('without-campaign')).rejects.toThrow('holds no campaign');
    expect(await readdir(dataDirectory)).not.toContain('secrets.key');
    const started = await openWithSecrets(settingsIn('without-campaign'), () => {});
    await (await openGateway({ database: started })).close();
    await started.close();
    await (await forCommand('without-campaign')).close();
  });

  test('a command changes no tables: of an earlier version they wait for a gateway, or for a restore if they are empty', async () => {
    const settings = settingsIn('earlier');
    copyEmptyDatabase(settings.dataDirectory);
    const openBy = (by: 'gateway' | 'restore' | 'command') =>
      openWithSecrets(settings, () => {}, { by });
    const script = '0041-7-public-log.sql';
    const turnBack = async (database: Database) => {
      await database.query('delete from migrations where name = $1', [script]);
      await database.query('drop table time_stamps, log_heads, ledger_entries, ledgers');
      await database.close();
    };
    const expectTables = async (database: Database) => {
      expect(await database.query('select from ledgers')).toEqual([]);
      const recorded = 'select from migrations where name = $1';
      expect(await database.query(recorded, [script])).toHaveLength(1);
    };
    await turnBack(await openBy('gateway'));
    await expect(openBy('command')).rejects.toThrow('holds no campaign');
    const restored = await openBy('restore');
    await expectTables(restored);
    await (await openGateway({ database: restored })).close();
    await turnBack(restored);
    for (const by of ['command', 'restore'] as const) {
      await expect(openBy(by)).rejects.toThrow('of an earlier version: start a gateway');
    }
    const started = await openBy('gateway');
    await expectTables(started);
    await started.close();
    await (await openBy('command')).close();
  });

  test('neither a gateway nor a command opens a database that a newer version has changed', async () => {
    const settings = settingsIn('newer');
    copyEmptyDatabase(settings.dataDirectory);
    const database = await openWithSecrets(settings, () => {});
    await (await openGateway({ database })).close();
    await database.query(`insert into migrations (name) values ('9999-of-tomorrow.sql')`);
    await database.close();
    for (const by of ['gateway', 'restore', 'command'] as const) {
      await expect(openWithSecrets(settings, () => {}, { by })).rejects.toThrow(
        'of a newer version, which has run 9999-of-tomorrow.sql on it: update this program',
      );
    }
  });

  test('the sentence about a database without a campaign names no password', async () => {
    const databaseUrl = await createPostgresDatabase();
    const settings = { ...settingsIn('server'), databaseUrl, secretsKeys: [newKey] };
    const opening = openWithSecrets(settings, () => {}, { by: 'command' });
    const { host, pathname } = new URL(databaseUrl);
    await expect(opening).rejects.toThrow(`The database postgres://${host}${pathname} holds no`);
  });

  test('rotation makes a new key, and a dry run does not', async () => {
    const settings = settingsIn('two');
    copyEmptyDatabase(settings.dataDirectory);
    const keyFile = () => readFile(join(settings.dataDirectory, 'secrets.key'), 'utf8');
    const database = await openWithSecrets(settings, () => {});
    const site = await openGateway({ database });
    const [secrets, key] = [await findAllSecrets(database), await keyFile()];
    await site.operate('secrets', 'rotate', '--dry-run');
    expect([await findAllSecrets(database), await keyFile()]).toEqual([secrets, key]);
    const ana = await site.signUp();
    const rotated = await site.operateRows('secrets', 'rotate');
    expect(rotated).toMatchObject([{ secrets: secrets.length }]);
    expect((await site.sendReceipt(ana)).status).toBe(201);
    await site.close();
    await database.close();
    expect(await keyFile()).not.toBe(key);
    const reopened = await openWithSecrets(settings, () => {});
    const values = (rows: typeof secrets) => rows.map(({ name, value }) => ({ name, value }));
    expect(values(await findAllSecrets(reopened))).toEqual(expect.arrayContaining(values(secrets)));
    await reopened.close();
    const [old = ''] = key.split('\n');
    const withOld = { ...settings, secretsKeys: [Buffer.from(old, 'base64')] };
    await expect(openWithSecrets(withOld, () => {})).rejects.toThrow(wrongKey);
  });

  test('a key that has wrapped nothing yet is replaced as well', async () => {
    const settings = settingsIn('unused');
    copyEmptyDatabase(settings.dataDirectory);
    const database = await openWithSecrets(settings, () => {});
    await database.query('delete from secrets');
    const site = await openGateway({ database });
    await database.query('delete from secrets');
    expect(await site.operateRows('secrets', 'rotate')).toMatchObject([{ secrets: 0, from: '' }]);
    await site.close();
    await database.close();
  });

  test('several rotations at once, whatever becomes of a restore among them, leave one key, which opens everything', async () => {
    const settings = settingsIn('several');
    copyEmptyDatabase(settings.dataDirectory);
    const database = await openWithSecrets(settings, () => {});
    const site = await openGateway({ database });
    const values = async (queries: Queries) =>
      (await findAllSecrets(queries)).map(({ name, value }) => ({ name, value }));
    const secrets = await values(database);
    await site.operate('backup', 'copia');
    const copy = join(site.gateway.settings.dataDirectory, 'copia');
    const { promise: busy, resolve: release } = Promise.withResolvers<void>();
    const call = database.transaction(() => busy);
    const restore = site.operate('restore', copy, '--force', '--erasures', 'none');
    const rotations = [1, 2, 3].map(() => site.operate('secrets', 'rotate'));
    const keys = async () =>
      (await readFile(join(settings.dataDirectory, 'secrets.key'), 'utf8')).trim().split('\n');
    await expect.poll(keys).not.toHaveLength(1);
    release();
    await call;
    const outcomes = await Promise.all(rotations);
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    // Done, or refused because a rotation that was faster took the backup's key away.
    await restore;
    await site.close();
    await database.close();
    expect(await keys()).toHaveLength(1);
    const reopened = await openWithSecrets(settings, () => {});
    expect(await values(reopened)).toEqual(secrets);
    await reopened.close();
  });
});

test('a key added to the file of a running gateway opens a backup, and a rotation keeps it', async () => {
  const dataDirectory = join(folder.path, 'three');
  copyEmptyDatabase(dataDirectory);
  const databaseUrl = pathToFileURL(join(dataDirectory, 'database')).href;
  const database = await openWithSecrets(
    { dataDirectory, databaseUrl, secretsKeys: null },
    () => {},
  );
  const site = await openGateway({ database });
  const lost = await openGateway({ database: await openEmpty('lost', oldKey) });
  expect((await lost.sendReceipt(await lost.signUp())).status).toBe(201);
  await lost.operate('backup', 'copia');
  const copy = join(lost.gateway.settings.dataDirectory, 'copia');
  const restore = () => site.operate('restore', copy, '--force', '--erasures', 'none');
  expect((await restore()).text).toContain('acrescente-a em mais uma linha de secrets.key');
  const keyFile = join(dataDirectory, 'secrets.key');
  await appendFile(keyFile, `${oldKey.toString('base64')}\n`);
  const { storage } = site.gateway;
  const { put } = storage;
  storage.put = () => Promise.reject(new Unavailable('file storage'));
  expect((await restore()).text).toBe('The file storage does not answer');
  storage.put = put;
  expect(await site.operate('secrets', 'rotate')).toMatchObject({ exitCode: 0 });
  expect((await readFile(keyFile, 'utf8')).trim().split('\n')).toEqual([
    expect.any(String),
    oldKey.toString('base64'),
  ]);
  expect(await restore()).toMatchObject({ exitCode: 0 });
  await appendFile(keyFile, 'no key\n');
  for (const run of [restore, () => site.operate('secrets', 'rotate')]) {
    expect((await run()).text).toContain('must hold a key of 32 bytes in base64 per line');
  }
  await lost.gateway.database.close();
  await lost.close();
  await site.close();
  await database.close();
});

test('what a process remembers of a database stays out of another that has the same keys', async () => {
  for (const value of ['first', 'second']) {
    const database = await openEmpty(value, oldKey);
    await insertSecret(database, { name: 'ledger/19', value });
    expect(await findCachedSecret(database, 'ledger/19')).toBe(value);
    expect(await database.transaction((own) => findCachedSecret(own, 'ledger/19'))).toBe(value);
    await database.close();
  }
});

test('rows and backup of a running promotion reveal no secret and no future prize', async () => {
  const database = await open(await createPostgresDatabase(), openKeyring([oldKey]));
  const site = await openGateway({ database });
  const ana = await site.signUp();
  expect((await site.sendReceipt(ana)).status).toBe(201);
  const hidden = await hiddenTexts(database, site.clock.now);
  const rows = await dump(database);
  expect(hidden.filter((text) => rows.includes(text))).toEqual([]);

  const made = await site.operate('backup', 'copia');
  expect(made.progress.at(-1)).toContain('the key is not in it');
  const copy = join(site.gateway.settings.dataDirectory, 'copia');
  const files = await readdir(copy, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const text = await readFile(join(file.parentPath, file.name), 'latin1');
    expect([...hidden, oldKey.toString('base64')].filter((each) => text.includes(each))).toEqual(
      [],
    );
  }
  const empty = await openEmpty('empty', newKey);
  const other = await openGateway({ database: empty });
  expect(await other.operate('restore', copy, '--erasures', 'none')).toMatchObject({
    exitCode: 1,
    text: 'NOT_ALLOWED_NOW: Os segredos desta cópia foram cifrados com outra chave: acrescente-a em mais uma linha de secrets.key (ou a SECRETS_KEY, depois de uma vírgula, e reinicie o gateway) e restaure de novo.',
  });
  other.gateway.database.keyring.replaceKeys([newKey, oldKey]);
  expect((await other.operate('restore', copy, '--erasures', 'none')).exitCode).toBe(0);
  expect(await findAllSecrets(other.gateway.database)).toEqual(await findAllSecrets(database));
  await other.gateway.database.close();
  await other.close();
  await site.close();
  await database.close();
});

test('a row with another row’s secret or name can be opened by no key', async () => {
  const database = await open(await createPostgresDatabase(), openKeyring([oldKey]));
  const site = await openGateway({ database });
  await site.close();
  await database.query(
    `update secrets set wrapped = other.wrapped from secrets as other
     where secrets.name = 'lucky-numbers/19/101' and other.name = 'ledger/19'`,
  );
  await expect(findSecret(database, 'lucky-numbers/19/101')).rejects.toThrow(
    'The secret lucky-numbers/19/101 in the database is not what was wrapped there: restore it from a backup.',
  );
  await database.close();
});

test('four gateways go on while the key is rotated, after which the old one opens nothing', async () => {
  const url = await createPostgresDatabase();
  const clock = { now: new Date() };
  const databases = await Promise.all(
    [1, 2, 3, 4].map(() => open(url, openKeyring([oldKey, newKey]))),
  );
  const sites: TestGateway[] = [];
  for (const database of databases) {
    sites.push(await openGateway({ database, clock }));
  }
  await expect(open(url, openKeyring([newKey]))).rejects.toThrow(wrongKey);
  const [first] = sites;
  if (!first) throw new Error('There is no gateway');
  const ana = await first.signUp();
  let isRotated = false;
  const statuses: number[] = [];
  const sending = sites.map(async (site) => {
    while (!isRotated) statuses.push((await site.sendReceipt(ana)).status);
    statuses.push((await site.sendReceipt(ana)).status);
    await site.signIn(ana);
  });
  const operator = await open(url, openKeyring([newKey, oldKey]));
  const alone = { ...first, gateway: { ...first.gateway, database: operator } };
  const [rotated] = await alone.operateRows('secrets', 'rotate');
  expect(rotated).toMatchObject({ from: keyIdOf(oldKey), key: keyIdOf(newKey) });
  for (const _ of ['again', 'and again']) {
    expect(await alone.operate('secrets', 'rotate')).toMatchObject({
      exitCode: 1,
      text: `NOT_ALLOWED_NOW: Os segredos já estão cifrados com a primeira chave de SECRETS_KEY, ${keyIdOf(newKey)}. Se essa é a antiga, ponha a nova na frente. ${whoseKeys}`,
    });
  }
  isRotated = true;
  await Promise.all(sending);
  expect(statuses.length).toBeGreaterThan(7);
  expect(new Set(statuses)).toEqual(new Set([201]));

  await expect(open(url, openKeyring([oldKey]))).rejects.toThrow(wrongKey);
  const after = await open(url, openKeyring([newKey]));
  const last = await openGateway({ database: after, clock });
  expect((await last.sendReceipt(ana)).status).toBe(201);
  expect(await promotionViolations(last)).toEqual([]);
  expect(await last.operate('secrets', 'rotate')).toMatchObject({
    exitCode: 1,
    text: `NOT_ALLOWED_NOW: SECRETS_KEY precisa da chave nova e da antiga, separadas por vírgula. ${whoseKeys}`,
  });
  for (const site of [...sites, last]) await site.close();
  for (const database of [...databases, operator, after]) await database.close();
});
