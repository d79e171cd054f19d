import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/** One arbitrary number that every process agrees on, so that only one migrates at a time. */
const LOCK = 1_901_900_019;

/** Runs the numbered scripts of `migrations/` that this database has not seen, each in its transaction. */
export async function migrate(database: Database): Promise<void> {
  await database.script(
    'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
  );
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) {
    const script = await readFile(new URL(name, folder), 'utf8');
    await database.transaction(async (queries) => {
      await queries.query('select pg_advisory_xact_lock($1)', [LOCK]);
      const fresh = await queries.query(
        'insert into migrations (name) values ($1) on conflict do nothing returning name',
        [name],
      );
      if (fresh.length === 0) return;
      for (const statement of statements(script)) await queries.query(statement);
    });
  }
}

/** The statements of a script; ours hold no semicolon but at the end of a line. */
function statements(script: string): string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
