import { readdir, readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { getTransparency } from '../../src/contract/transparency.ts';
import { migrate } from '../../src/gateway/db/migrate.ts';
import { openPglite } from '../../src/gateway/db/pglite.ts';
import { emptyChain, headAfter } from '../../src/rules/ledger.ts';
import { readLedgerEntry } from '../../src/rules/ledger-entries.ts';
import { verification } from '../../src/rules/verification/checks.ts';
import type { Check } from '../../src/rules/verification/found.ts';
import { testKeyring } from '../support/database.ts';
import { openFiles, publishedFiles } from '../support/finished-promotion.ts';
import { openGateway } from '../support/gateway.ts';
import { sendReceipt, signUpTalkative } from '../support/participant.ts';

const site = await openGateway({ variant: 'all', settings: { rateLimited: false } });
const { database } = site.gateway;
afterAll(() => site.close());

const rows = (text: string, ...values: unknown[]) =>
  database.query<{ entry: string; position: number }>(text, values);

/** Leaves the tables as they were while the ledger was a chain, but for what the migration did. */
async function turnBack() {
  const [opening] = await rows('select entry from ledger_entries where position = 0');
  const opened = readLedgerEntry(opening?.entry ?? '');
  const log = opened?.type === 'LOG_OPENED' ? opened.log : '';
  const [first] = await rows('select entry from ledger_entries where position = 1');
  const commitments = JSON.stringify({ ...JSON.parse(first?.entry ?? ''), log });
  await rows('update ledger_entries set entry = $1 where position = 1', commitments);
  await rows('delete from ledger_entries where position = 0');
  let head = emptyChain;
  for (const { entry } of await rows('select entry from ledger_entries order by position')) {
    head = headAfter(head, entry);
  }
  await rows('update ledgers set chain_position = $1, chain_hash = $2', head.position, head.hash);
  await rows("update log_heads set size = 0, open_tiles = '{}', checkpoint = ''");
  return head;
}

async function checksOf(text: string): Promise<Check[]> {
  const files = await publishedFiles(site);
  const summary = JSON.parse(String(files['summary.json']));
  const evidence = [{ name: 'antigo.txt', text }];
  const checks: Check[] = [];
  for await (const step of verification(summary, openFiles(files), { evidence })) {
    if (step.step === 'checked') checks.push(step.check);
  }
  return checks;
}

test('a promotion that began with a chain goes on as a tree that says where the chain ended', async () => {
  const ana = await signUpTalkative(site);
  await sendReceipt(site, ana);
  await site.seal();
  const chain = await turnBack();
  const started = await openGateway({ variant: 'all', database });
  const { body } = await started.call(getTransparency);
  expect(body.checkpoint.split('\n')[1]).toBe(String(chain.position + 1));
  await sendReceipt(site, ana);
  const [opening] = await rows('select entry from ledger_entries where position = 0');
  expect(readLedgerEntry(opening?.entry ?? '')).toMatchObject({ type: 'LOG_OPENED', chain });
  const line = `{"position":${chain.position},"hash":"${chain.hash}","entry":{}}\n`;
  const checks = await checksOf(line);
  expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  expect(checks[1]).toMatchObject({ name: 'Comprovantes', verdict: 'right' });
  const other = line.replace(chain.hash, 'f'.repeat(64));
  expect((await checksOf(other))[1]).toMatchObject({
    sentence: `O lançamento ${chain.position} não é o do comprovante antigo.txt: o registro foi trocado.`,
  });
  // A second start leaves it as it is.
  const again = await openGateway({ variant: 'all', database });
  expect(await rows('select entry from ledger_entries where position = 0')).toEqual([opening]);
  await again.close();
});

const migrations = new URL('../../src/gateway/db/migrations/', import.meta.url);

test('the migration keeps every entry in its place, and where the chain ended', async () => {
  const old = await openPglite('memory://', testKeyring());
  const names = (await readdir(migrations)).filter((name) => name < '0024').sort();
  await old.query(
    'create table migrations (name text primary key, ran_at timestamptz default now())',
  );
  for (const name of names) {
    const script = await readFile(new URL(name, migrations), 'utf8');
    for (const statement of script.split(/;\s*$/m)) {
      if (statement.trim()) await old.query(statement);
    }
    await old.query('insert into migrations (name) values ($1)', [name]);
  }
  await old.query(
    `insert into campaigns (id, variant, date_window, snapshot, seeded_at)
     values (19, '19', 'live', '{}', now())`,
  );
  await old.query("insert into ledgers (campaign_id, position, hash) values (19, 2, 'end')");
  await old.query(
    `insert into ledger_entries (campaign_id, position, hash, type, entry)
     values (19, 1, 'a', 'COMMITMENTS', '{"a":1}'), (19, 2, 'end', 'CAMPAIGN_CLOSED', '{"b": 2}')`,
  );
  await migrate(old);
  expect(await old.query('select chain_position, chain_hash, size from ledgers')).toEqual([
    { chain_position: 2, chain_hash: 'end', size: 3 },
  ]);
  expect(await old.query('select position, entry from ledger_entries order by position')).toEqual([
    { position: 1, entry: '{"a":1}' },
    { position: 2, entry: '{"b": 2}' },
  ]);
  await old.close();
});
