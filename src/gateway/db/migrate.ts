import { readdir, readFile } from 'node:fs/promises';
import type { Database, Queries } from './database.ts';
import { findAllSecrets, wrapPlainSecrets } from './queries/secrets.ts';

const folder = new URL('./migrations/', import.meta.url);

/** An arbitrary lock number: of two processes the second waits, then finds nothing to do. */
const LOCK = 1_901_900_019;

/** @throws WrongSecretsKey, with everything left as it was */
export async function migrate(database: Database): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  await database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await queries.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    const ran = await queries.query<{ name: string }>('select name from migrations');
    for (const name of names.filter((script) => !ran.some((row) => row.name === script))) {
      await run(queries, name);
    }
    await wrapPlainSecrets(queries);
    await findAllSecrets(queries);
  });
}

async function run(queries: Queries, name: string): Promise<void> {
  const script = await readFile(new URL(name, folder), 'utf8');
  for (const statement of statements(script)) await queries.query(statement);
  await queries.query('insert into migrations (name) values ($1)', [name]);
}

/** Ours hold no semicolon but at the end of a line. */
function statements(script: string): string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
