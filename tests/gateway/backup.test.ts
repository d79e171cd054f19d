import { hash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMeEndpoint } from '../../src/contract/consumer.ts';
import { withdrawConsentEndpoint } from '../../src/contract/personal-data.ts';
import { getReceiptDetailsEndpoint } from '../../src/contract/receipts.ts';
import { findReceiptFileKeys, findTables } from '../../src/gateway/backup/queries.ts';
import { requestRebuild } from '../../src/gateway/db/queries/campaigns.ts';
import { drawToday, giveNumber, passTheEnd } from '../support/draws.ts';
import { readEmail } from '../support/email.ts';
import { openGateway, type TestConsumer, type TestGateway } from '../support/gateway.ts';
import { enterTexts, sendFullReceipt, signUpWithAllFields } from '../support/gateway-actions.ts';
import { untilOneWaitsForLock } from '../support/lock-wait.ts';
import { moderate } from '../support/moderation.ts';
import { createPostgresDatabase } from '../support/postgres.ts';
import { promotionViolations } from '../support/promotion-violations.ts';

/** Every row of every table that a backup holds, but for the acts that making and restoring it are. */
async function everything({ gateway: { database } }: TestGateway) {
  const tables = (await findTables(database)).filter(({ name }) => name !== 'operator_acts');
  const rows = tables.map(async ({ name }) => {
    const found = await database.query<{ row: string }>(
      `select to_jsonb(each)::text as row from "${name}" as each order by 1`,
    );
    return [name, found.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

describe.each([
  ['PGlite', 'PostgreSQL'],
  ['PostgreSQL', 'PGlite'],
])('a backup of %s', (from, to) => {
  let site: TestGateway;
  let other: TestGateway;
  let ana: TestConsumer;
  let receipt: number;
  let folder: string;

  beforeAll(async () => {
    const urlOf = (kind: string) => (kind === 'PGlite' ? 'memory://' : createPostgresDatabase());
    site = await openGateway({ variant: 'all', databaseUrl: await urlOf(from) });
    other = await openGateway({ variant: '19', databaseUrl: await urlOf(to) });
    ana = await signUpWithAllFields(site);
    await enterTexts(site, ana);
    // A line separator of Unicode ends no line of a file.
    await site.query("update incidents set description = 'a' || chr(8232) || 'b'");
    receipt = Number((await sendFullReceipt(site, ana)).id);
    // Emails that still waited would be stopped by a restore.
    await site.settle();
    folder = join(site.gateway.settings.dataDirectory, 'copia');
    await site.operateRows('backup', 'copia');
  });
  afterAll(async () => {
    await other.close();
    await site.close();
  });

  test('is counted by a dry run, and written once', async () => {
    const copy = join(site.gateway.settings.dataDirectory, 'outra');
    const tried = await site.operateRows('backup', 'outra', '--dry-run');
    await expect(readdir(copy)).rejects.toThrow('ENOENT');
    const made = await site.operateRows('backup', 'outra');
    expect(made).toEqual(tried);
    expect(made).toMatchObject([{ files: 1 }]);
    expect(await site.operate('backup', 'outra')).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('is there already: name a new one.'),
    });
  });

  test(`is restored into ${to}, row by row and file by file`, async () => {
    const before = await everything(other);
    const { text } = await other.operate('restore', folder, '--erasures', 'none', '--dry-run');
    expect(text, 'in São Paulo').not.toMatch(/\dT\d\d/);
    expect(await everything(other)).toEqual(before);
    expect((await other.operate('restore', folder, '--erasures', 'none')).exitCode).toBe(0);
    // The pages may show what was replaced, so they are built again.
    await requestRebuild(site.gateway.database, 19);
    expect(await everything(other)).toEqual(await everything(site));
    const again = await openGateway({
      variant: 'all',
      database: other.gateway.database,
      settings: { storageUrl: other.gateway.settings.storageUrl },
    });
    const token = await again.signIn(ana);
    expect((await again.call(getMeEndpoint, { token })).body).toEqual(
      (await site.call(getMeEndpoint, { token: ana.token })).body,
    );
    const { body } = await again.call(getReceiptDetailsEndpoint, {
      token,
      parameters: { couponId: receipt },
    });
    expect((await again.send(body.imageUrl ?? '')).status).toBe(200);
    expect((await again.signUp()).id).toBeGreaterThan(ana.id);
  });

  test('is refused if its pictures are not in the storage, unless the command says that they are lost', async () => {
    const { storage } = site.gateway;
    const { get } = storage;
    storage.get = async () => null;
    const made = await site.operate('backup', 'sem-imagens');
    const accepted = await site.operate('backup', 'sem-imagens-aceita', '--force');
    storage.get = get;
    expect(made).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(
        /^NOT_ALLOWED_NOW: Falta 1 de 1 imagem de notas: confira STORAGE_URL .+ pode ser usada/,
      ),
    });
    expect(made.progress).toContainEqual(expect.stringMatching(/tables, \d+ rows, 0 files\.$/));
    expect(accepted.exitCode).toBe(0);
  });

  test('replaces a database in use only if the command says so', async () => {
    const refused = await site.operate('restore', folder);
    expect(refused).toMatchObject({
      exitCode: 1,
      text: 'NOT_ALLOWED_NOW: O banco de dados já está em uso: --force o substitui.',
    });
    await site.signUp();
    const tried = await site.operate('restore', folder, '--force', '--dry-run');
    expect(tried.exitCode).toBe(0);
    expect((await site.signUp()).id, 'after a dry run').toBeGreaterThan(ana.id + 1);
    expect((await site.operate('restore', folder, '--force')).exitCode).toBe(0);
    const [row] = await site.query('select max(id) as id from consumers');
    expect(row).toEqual({ id: ana.id });
  });

  test('gives back no consent that was withdrawn since, where the replaced database knows that', async () => {
    const reader = await site.signUp({ optIns: ['PRIVACY', 'BRAND'] });
    await site.operate('backup', 'copia-nova');
    await site.call(withdrawConsentEndpoint, {
      token: reader.token,
      parameters: { code: 'BRAND' },
    });
    const copy = join(site.gateway.settings.dataDirectory, 'copia-nova');
    const restored = await site.operate('restore', copy, '--force');
    expect(restored, restored.text).toMatchObject({ exitCode: 0 });
    expect(restored.progress.join()).toContain('and now again: 1.');
    const standing = await site.query(
      'select code from consents where consumer_id = $1 and withdrawn_at is null',
      [reader.id],
    );
    expect(standing).toEqual([{ code: 'PRIVACY' }]);
  });

  test('leaves a wallet blocked and keeps the acts since, where the replaced database knows them', async () => {
    const { id } = await site.signUp();
    await site.operate('wallets', 'block', ana.id, '--by', 'Rosa');
    site.clock.now = new Date(site.clock.now.getTime() + 1000);
    await site.operate('backup', 'copia-atos');
    await site.operate('wallets', 'block', id, '--by', 'Nina');
    await site.operate('wallets', 'unblock', ana.id, '--by', 'Nina');
    const copy = join(site.gateway.settings.dataDirectory, 'copia-atos');
    const restored = await site.operate('restore', copy, '--force');
    expect(restored, restored.text).toMatchObject({ exitCode: 0 });
    expect(restored.progress).toContain('Wallets blocked since the backup, and now again: 1.');
    expect(restored.progress.join()).toContain('and the data lack: 3.');
    expect(
      await site.query('select id, wallet_status as wallet from consumers where id = any($1)', [
        [id, ana.id],
      ]),
    ).toEqual(
      expect.arrayContaining([id, ana.id].map((each) => ({ id: each, wallet: 'BLOCKED' }))),
    );
    const acts = async (by: string) =>
      (await site.operateRows('acts', 'list', '--by', by)).map(({ command }) => command);
    expect(await acts('Nina')).toEqual(['wallets unblock', 'wallets block']);
    expect(await acts('Rosa')).toEqual(['wallets block']);
    await site.operate('wallets', 'unblock', id);
    await site.operate('wallets', 'unblock', ana.id);
  });

  test('waits for an act under way, and keeps it', async () => {
    if (from === 'PGlite') return;
    await site.operate('backup', 'copia-parada');
    const copy = join(site.gateway.settings.dataDirectory, 'copia-parada');
    const { database } = site.gateway;
    const restoring = await database.transaction(async (queries) => {
      await queries.query("update consumers set wallet_status = 'BLOCKED' where id = $1", [ana.id]);
      const outcome = site.operate('restore', copy, '--force');
      await untilOneWaitsForLock(database);
      return { outcome };
    });
    expect((await restoring.outcome).exitCode).toBe(0);
    expect(
      await site.query('select wallet_status as wallet from consumers where id = $1', [ana.id]),
    ).toEqual([{ wallet: 'BLOCKED' }]);
    await site.operate('wallets', 'unblock', ana.id);
  });

  test('made while people take part shows a single moment', async () => {
    // The restored copy has published its log by now, and a backup that lacks a part of it is refused.
    await site.publishLog();
    let isMade = false;
    const takingPart = Array.from({ length: 6 }, async () => {
      while (!isMade) {
        const { id } = await sendFullReceipt(site, ana, 20);
        await moderate(site, id, { to: 'APPROVED' });
      }
    });
    await site.operate('backup', 'copia-viva');
    isMade = true;
    await Promise.all(takingPart);
    const living = join(site.gateway.settings.dataDirectory, 'copia-viva');
    const restored = await other.operate('restore', living, '--force', '--erasures', 'none');
    expect(restored, restored.text).toMatchObject({ exitCode: 0 });
    expect(await promotionViolations(other)).toEqual([]);
    for (const key of await findReceiptFileKeys(other.gateway.database)) {
      expect(await other.gateway.storage.get(key)).not.toBeNull();
    }
  });

  test('has a manifest that does not grow with its files', async () => {
    const keys = await findReceiptFileKeys(site.gateway.database);
    const manifest = await readFile(join(folder, 'backup.json'), 'utf8');
    expect(keys.filter((key) => manifest.includes(key))).toEqual([]);
  });

  test('is restored too if an earlier version made it, whose manifest lists the files', async () => {
    const earlier = join(site.gateway.settings.dataDirectory, 'antiga');
    await cp(folder, earlier, { recursive: true });
    const list = await readFile(join(earlier, 'files.jsonl'), 'utf8');
    await rm(join(earlier, 'files.jsonl'));
    const path = join(earlier, 'backup.json');
    const { contents } = JSON.parse(await readFile(path, 'utf8'));
    const files = list
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    Object.assign(contents, { version: 1, files });
    const sha256 = hash('sha256', JSON.stringify(contents), 'hex');
    await writeFile(path, JSON.stringify({ sha256, contents }));
    const { storage } = other.gateway;
    for (const { key } of files) await storage.remove(key);
    // The restored copy may have published its log by now, of which this backup has less.
    const reason = ['--reason', 'cópia mais antiga'];
    const options = ['--force', '--erasures', 'none', ...reason];
    const restored = await other.operate('restore', earlier, ...options);
    expect(restored, restored.text).toMatchObject({ exitCode: 0 });
    for (const { key } of files) expect(await storage.get(key)).not.toBeNull();
  });

  test('is not restored when any of its files was changed', async () => {
    const [stored] = await readdir(join(folder, 'files'));
    for (const name of [
      'backup.json',
      'files.jsonl',
      join('tables', 'receipts.jsonl'),
      join('files', `${stored}`),
    ]) {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const changed = Buffer.from(bytes);
      const middle = Math.floor(bytes.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      await writeFile(path, changed);
      expect(await site.operate('restore', folder, '--force')).toMatchObject({
        exitCode: 1,
        text: `NOT_ALLOWED_NOW: O arquivo ${name} não é o que foi guardado.`,
      });
      await writeFile(path, bytes);
    }
  });

  test.each([
    [
      'without one of the tables',
      'A cópia é de outra versão do sistema.',
      ({ tables }: Manifest) => tables.pop(),
    ],
    [
      'of an earlier version',
      'A cópia é de uma versão anterior do sistema, que para em 0041-7-public-log.sql: restaure-a com essa versão, em um banco vazio (outro DATABASE_URL ou DATA_DIR); o gateway desta versão o atualiza ao iniciar.',
      ({ migrations }: Manifest) =>
        migrations.splice(migrations.indexOf('0041-8-messages-and-operations.sql')),
    ],
    [
      'of a version that this one cannot bring up to date',
      'A cópia é de uma versão antiga demais para esta, que para em 0008-handoff-origins.sql: restaure-a com a versão que a fez, em um banco vazio (outro DATABASE_URL ou DATA_DIR), inicie nele uma vez um gateway de uma versão que tem 0041-questions-by-office.sql em src/gateway/db/migrations e, depois, um desta.',
      (contents: Manifest) =>
        Object.assign(contents, {
          migrations: ['0001-promotion.sql', '0008-handoff-origins.sql'],
        }),
    ],
    [
      'of a newer version',
      'A cópia é de uma versão mais nova do sistema, que tem 9999-of-tomorrow.sql: restaure-a com essa versão.',
      ({ migrations }: Manifest) => migrations.push('9999-of-tomorrow.sql'),
    ],
    [
      'with a table that is more than a name',
      'O arquivo backup.json não é o que foi guardado.',
      ({ tables: [table] }: Manifest) =>
        Object.assign(table ?? {}, { name: 'a"; drop table b; --' }),
    ],
    [
      'with a file that leads out of the storage',
      'O arquivo backup.json não é o que foi guardado.',
      (contents: Manifest) => {
        const files = [{ key: 'receipts/../../elsewhere', sha256: '0'.repeat(64) }];
        Object.assign(contents, { version: 1, files });
      },
    ],
  ])('is not restored %s, though its hashes are right', async (_, sentence, change) => {
    const restored = await withManifest(change, () =>
      site.operate('restore', folder, '--force', '--dry-run'),
    );
    expect(restored).toMatchObject({ exitCode: 1, text: `NOT_ALLOWED_NOW: ${sentence}` });
  });

  test('is restored whether its database, or this one, got its tables step by step or at once', async () => {
    const options = ['--force', '--dry-run', '--erasures', 'none', '--reason', 'cópia mais antiga'];
    const restore = () => other.operate('restore', folder, ...options);
    const rows = await other.query<{ name: string }>('select name from migrations order by name');
    const atOnce = rows.map(({ name }) => name);
    const byStep = ['0041-questions-by-office.sql', ...atOnce.filter((name) => name >= '0042')];
    const change = (contents: Manifest) => Object.assign(contents, { migrations: byStep });
    const record = async (names: readonly string[]) => {
      await other.query('delete from migrations');
      await other.query('insert into migrations (name) select unnest($1::text[])', [names]);
    };
    expect((await withManifest(change, restore)).exitCode).toBe(0);
    await record(byStep);
    expect((await restore()).exitCode).toBe(0);
    expect((await withManifest(change, restore)).exitCode).toBe(0);
    await record(atOnce);
  });

  /** Changes what the backup says of itself meanwhile, with hashes that are right. */
  async function withManifest<Result>(
    change: (contents: Manifest) => unknown,
    act: () => Promise<Result>,
  ): Promise<Result> {
    const path = join(folder, 'backup.json');
    const before = await readFile(path, 'utf8');
    const { contents } = JSON.parse(before);
    change(contents);
    const sha256 = hash('sha256', JSON.stringify(contents), 'hex');
    await writeFile(path, JSON.stringify({ sha256, contents }));
    const result = await act();
    await writeFile(path, before);
    return result;
  }
});

interface Manifest {
  migrations: string[];
  tables: { name: string }[];
}

test('a backup sends what waited in it, and results on their way, again only if the operator wants it', async () => {
  const site = await openGateway({ variant: 'all' });
  const winner = await site.signUp();
  await giveNumber(site, winner, [4, 50_153]);
  passTheEnd(site);
  await site.operate('close');
  await drawToday(site);
  await site.settle();
  await site.query(
    `insert into emails (campaign_id, consumer_id, kind, dedupe_key, to_address, created_at, next_at)
     values (19, $1, 'ADDRESS_CHANGED', 'late', $2, $3, $3)`,
    [winner.id, winner.consumer.email, site.clock.now],
  );
  await site.operate('winners');
  await site.operate('backup', 'copia');
  const subjects = async () => {
    const all = (await site.emails()).map(readEmail);
    return all.filter(({ to }) => to === winner.consumer.email).map(({ subject }) => subject);
  };
  const sent = await subjects();
  expect(sent.slice(-2)).toEqual([
    'Seu endereço de entrega foi salvo',
    expect.stringMatching(/^Seu número foi sorteado: /),
  ]);

  const { progress, text, exitCode } = await site.operate('restore', 'copia', '--force');
  expect(exitCode, text).toBe(0);
  expect(progress.join()).toContain('Emails that waited in the backup');
  expect(progress.join()).toContain(
    'Results of a draw on their way in the backup, and stopped: 1.',
  );
  expect(await subjects()).toEqual(sent);
  await site.operate('emails', 'retry');
  expect(await subjects()).toEqual(sent);
  await site.operate('emails', 'retry', 'restored');
  await site.operate('winners');
  expect(await subjects()).toEqual([...sent, ...sent.slice(-2)]);
  await site.close();
});
