import { readdir, readFile } from 'node:fs/promises';
import { minuteMs } from '../../rules/dates.ts';
import { SettingsError } from '../settings/settings.ts';
import { databaseLocation } from '../settings/variables.ts';
import type { Database, PostgresLimits, Queries } from './database.ts';
import { findAllSecrets } from './queries/secrets.ts';
import type { Keyring } from './wrap-secrets.ts';

function isServer(url: string): boolean {
  return databaseLocation(url).kind === 'server';
}

export class WrongVersion extends SettingsError {}

/**
 * @param url `memory://` (not kept), `file:///…` (PGlite in a folder) or `postgres://…`
 * @param keyring unwraps its secrets, and wraps those of a new database
 * @param limits for a server's statements, once it is prepared
 * @param prepare brings its tables up to date, or only looks whether they are
 * @throws WrongSecretsKey or WrongVersion
 */
export async function openDatabase(
  url: string,
  keyring: Keyring,
  limits?: PostgresLimits,
  prepare: (database: Database) => Promise<void> = migrate,
): Promise<Database> {
  const database = await connect(url, keyring, isServer(url) ? undefined : limits);
  try {
    await prepare(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  if (!limits || !isServer(url)) return database;
  await database.close();
  return connect(url, keyring, limits);
}

/** A sentence when a pooler has dropped the limits that the gateway asked for. */
export async function missingLimits(url: string, queries: Queries): Promise<string | null> {
  if (!isServer(url)) return null;
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const rows = await queries.query<{ name: string }>(
    `select name from pg_settings where setting = '0' and name = any($1)
     order by array_position($1, name)`,
    [names],
  );
  const missing = rows.map(({ name }) => name).join(', ');
  if (missing === '') return null;
  return `The database sets no ${missing}: SERVERS.md says how a pooler gets them.`;
}

async function connect(url: string, keyring: Keyring, limits?: PostgresLimits): Promise<Database> {
  if (isServer(url)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(url, keyring, limits);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite(url, keyring, { idleMs: limits?.idleMs ? embeddedIdleMs : 0 });
}

/** A running gateway's commands share its PGlite, and wait for files within a transaction. */
const embeddedIdleMs = minuteMs;

const folder = new URL('./migrations/', import.meta.url);

/** The scripts before this one are the baseline: together they create all tables, each with its columns. */
const firstAfterBaseline = '0042';

/** The last of the scripts that changed tables step by step, before there was a baseline. */
export const lastStepToBaseline = '0041-questions-by-office.sql';

/** An arbitrary lock number: a second process waits, then finds nothing to do. */
const migrationLock = 1_901_900_019;

/** @throws WrongSecretsKey or WrongVersion without changing anything */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await queries.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    for (const name of await findPendingScripts(queries)) await run(queries, name);
    await findAllSecrets(queries);
  });
}

/** For a command, which changes no table. @throws WrongSecretsKey or WrongVersion */
export async function assertUpToDate(queries: Queries): Promise<void> {
  if ((await findPendingScripts(queries)).length > 0) {
    throw new WrongVersion(
      'The database is of an earlier version: start a gateway of this version first, which brings it up to date.',
    );
  }
  await findAllSecrets(queries);
}

/** The names that the table `migrations` lists. */
export async function findRecordedScripts(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/**
 * Which of today's scripts a database needs no more. One that was brought to the tables of the baseline
 * step by step has recorded those steps, and keeps them: an older gateway would refuse other names.
 * @returns null for one that was not brought that far
 */
export async function scriptsDone(recorded: readonly string[]): Promise<string[] | null> {
  const baseline = (await listScripts()).filter(isOfBaseline);
  const steps = recorded.filter((name) => isOfBaseline(name) && !baseline.includes(name));
  if (steps.length === 0) return [...recorded];
  if (!steps.includes(lastStepToBaseline)) return null;
  return [...baseline, ...recorded.filter((name) => !isOfBaseline(name))];
}

function isOfBaseline(name: string): boolean {
  return name < firstAfterBaseline;
}

async function listScripts(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** @throws WrongVersion when the database is too old or has run a script that this program does not know */
async function findPendingScripts(queries: Queries): Promise<string[]> {
  const scripts = await listScripts();
  const done = await scriptsDone(await findRecordedScripts(queries));
  if (!done) {
    throw new WrongVersion(
      `The database is too old for this version, since it has not run ${lastStepToBaseline}: start once a gateway of a version that has this file in src/gateway/db/migrations, and then one of this version.`,
    );
  }
  const unknown = done.filter((name) => !scripts.includes(name));
  if (unknown.length > 0) {
    throw new WrongVersion(
      `The database is of a newer version, which has run ${unknown.join(', ')} on it: update this program.`,
    );
  }
  return scripts.filter((name) => !done.includes(name));
}

/** Without values, several statements can be sent as one text. */
async function run(queries: Queries, name: string): Promise<void> {
  await queries.query(await readFile(new URL(name, folder), 'utf8'));
  await queries.query('insert into migrations (name) values ($1)', [name]);
}
