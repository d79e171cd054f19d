import { readdir, readFile } from 'node:fs/promises';
import { minuteMs } from '../../rules/dates.ts';
import { SettingsError } from '../settings/settings.ts';
import { databaseLocation } from '../settings/variables.ts';
import type { Database, PostgresLimits, Queries } from './database.ts';
import { findAllSecrets, wrapPlainSecrets } from './queries/secrets.ts';
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
    await wrapPlainSecrets(queries);
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

/** @throws WrongVersion when the database has run a script that this program does not know */
async function findPendingScripts(queries: Queries): Promise<string[]> {
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const rows = await queries.query<{ name: string }>('select name from migrations order by name');
  const ran = rows.map(({ name }) => name);
  const unknown = ran.filter((name) => !scripts.includes(name));
  if (unknown.length > 0) {
    throw new WrongVersion(
      `The database is of a newer version, which has run ${unknown.join(', ')} on it: update this program.`,
    );
  }
  return scripts.filter((name) => !ran.includes(name));
}

async function run(queries: Queries, name: string): Promise<void> {
  const script = await readFile(new URL(name, folder), 'utf8');
  for (const statement of statements(script)) await queries.query(statement);
  await queries.query('insert into migrations (name) values ($1)', [name]);
}

/** Works because our migrations have semicolons only at line ends. */
function statements(script: string): string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
