import type { Database } from '../../src/gateway/db/database.ts';
import { type EmbeddedDatabase, openPglite } from '../../src/gateway/db/pglite.ts';
import { testKeyring } from './database.ts';
import { emptyDatabase } from './empty-database.ts';

interface Opened {
  database: EmbeddedDatabase;
  shape: string;
  /** Names of the saved rows, each with the time at which they were written. */
  savedRows: Map<string, Date>;
}

/** Emptied, ready for this worker's next test. */
const returned: Opened[] = [];

/** By name: rows are worth saving from the second time on. */
const timesRequested = new Map<string, number>();

/** The rows that a gateway writes when it starts. */
export interface StartRows {
  /** Equal for gateways that write the same rows when they start. */
  name: string;
  now: Date;
}

interface BorrowedDatabase extends EmbeddedDatabase {
  /** Call it when the gateway has started. */
  saveStart(): Promise<void>;
}

/**
 * An embedded database with empty tables, reused by the tests of a worker: starting Postgres costs as
 * much as dozens of tests. `close()` returns it.
 * @param start its rows are there already if they were saved, and not written after that moment
 */
export async function borrowDatabase(start?: StartRows): Promise<BorrowedDatabase> {
  const opened = takeReturned(start) ?? (await openNew());
  const { database, savedRows } = opened;
  const isStarted = start !== undefined && hasSaved(opened, start);
  if (isStarted) await database.query(restoreRowsSql(schemaOf(savedRows, start.name)));
  const own = { cacheKey: {}, keyring: testKeyring() };
  let isReturned = false;
  // A call that outlives its test must not write into the next test's database.
  const whileBorrowed = <Result>(run: () => Promise<Result>): Promise<Result> =>
    isReturned ? Promise.reject(new Error('The database was returned')) : run();
  return {
    ...database,
    ...own,
    query: (text, values) => whileBorrowed(() => database.query(text, values)),
    transaction: (work) =>
      whileBorrowed(() => database.transaction((queries) => work({ ...queries, ...own }))),
    withLock: (name, work) =>
      whileBorrowed(() => database.withLock(name, (queries) => work({ ...queries, ...own }))),
    async saveStart() {
      if (!start || isStarted) return;
      const times = (timesRequested.get(start.name) ?? 0) + 1;
      timesRequested.set(start.name, times);
      if (times < 2 || savedRows.has(start.name) || savedRows.size === maxSavedStarts) return;
      savedRows.set(start.name, start.now);
      await database.query(saveRowsSql(schemaOf(savedRows, start.name)));
      opened.shape = await shapeOf(database);
    },
    async close() {
      isReturned = true;
      await database.query(`drop schema if exists ${keptSchema} cascade`);
      // A test that changed tables has spoilt it for others.
      if ((await shapeOf(database)) !== opened.shape) return database.close();
      await database.query(emptyTablesSql);
      await database.query(resetSessionSql);
      returned.push(opened);
    },
  };
}

const keptSchema = 'kept_by_a_file';

/**
 * Saves the rows of a database that a file's tests share.
 * @returns what puts them back in place of what a test has written
 */
export async function keepRows({
  query,
  transaction,
}: Pick<Database, 'query' | 'transaction'>): Promise<() => Promise<void>> {
  await query(saveRowsSql(keptSchema));
  return () =>
    transaction(async (queries) => {
      await queries.query(emptyTablesSql);
      await queries.query(restoreRowsSql(keptSchema));
    });
}

const maxSavedStarts = 16;

function hasSaved({ savedRows }: Opened, { name, now }: StartRows): boolean {
  const written = savedRows.get(name);
  return written !== undefined && written <= now;
}

/** A database with these rows, else the one returned last. */
function takeReturned(start?: StartRows): Opened | undefined {
  const index = start ? returned.findLastIndex((opened) => hasSaved(opened, start)) : -1;
  return returned.splice(index, 1)[0];
}

function schemaOf(savedRows: ReadonlyMap<string, Date>, name: string): string {
  return `kept_${[...savedRows.keys()].indexOf(name)}`;
}

async function openNew(): Promise<Opened> {
  const database = await openPglite('memory://', testKeyring(), { copyOf: await emptyDatabase() });
  return { database, shape: await shapeOf(database), savedRows: new Map() };
}

/** A schema with a copy of each table that has rows, and of the sequences' values. */
const saveRowsSql = (schema: string) => `
  do $$
  declare
    each record;
    has_rows boolean;
  begin
    create schema ${schema};
    create table ${schema}.sequences as select sequencename, last_value
      from pg_sequences where schemaname = 'public' and last_value is not null;
    for each in ${filledTables} loop
      execute format('select exists (select from public.%I)', each.name) into has_rows;
      continue when not has_rows;
      execute format('create table ${schema}.%1$I as table public.%1$I', each.name);
    end loop;
  end $$`;

const restoreRowsSql = (schema: string) => `
  do $$
  declare
    each record;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for each in select relname as name from pg_class
      where relnamespace = '${schema}'::regnamespace and relkind = 'r' and relname <> 'sequences'
    loop
      execute format(
        'insert into public.%1$I overriding system value select * from ${schema}.%1$I', each.name
      );
    end loop;
    perform setval(format('public.%I', sequencename)::regclass, last_value)
      from ${schema}.sequences;
  end $$`;

/** What the database is made of: tables, their columns, rules, triggers and functions. */
async function shapeOf(database: EmbeddedDatabase): Promise<string> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc'];
  const counts = catalogs.map((name) => `(select count(*) from ${name})`);
  const [row] = await database.query<Record<string, unknown>>(
    `select concat_ws(' ', ${counts.join(', ')}) as shape`,
  );
  return String(row?.['shape']);
}

/** Includes tables that had rows and are empty now. */
const filledTables = `
  select relname as name, pg_relation_size(oid) as bytes from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
    and pg_relation_size(oid) > 0`;

/**
 * Rows are deleted rather than truncated, which costs a tenth: a truncated table is a new file, and
 * Postgres looks up anew all that it knew of it. Keys to other tables are not looked at meanwhile. A
 * table that has grown by what earlier tests deleted is truncated after all.
 */
const emptyTablesSql = `
  do $$
  declare
    each record;
    grown text[] := '{}';
  begin
    perform set_config('session_replication_role', 'replica', true);
    for each in ${filledTables} loop
      if each.bytes > 2000000 then
        grown := grown || each.name::text;
      else
        execute format('delete from %I', each.name);
      end if;
    end loop;
    if grown <> '{}' then
      execute 'truncate ' || array_to_string(grown, ', ') || ' cascade';
    end if;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
  end $$`;

/** Undoes what a session has set; its plans stay, since the next test runs the same statements. */
const resetSessionSql = `
  do $$
  begin
    reset all;
    perform pg_advisory_unlock_all();
  end $$`;
