import { type EmbeddedDatabase, openPglite } from '../../src/gateway/db/pglite.ts';
import { testKeyring } from './database.ts';
import { emptyDatabase } from './empty-database.ts';

/** Given back, emptied, and ready for the next test of this worker. */
const free: { database: EmbeddedDatabase; shape: string }[] = [];

/**
 * An embedded database with every table and no row, that the worker opens once and lends again and
 * again: to start Postgres costs the processor as much as dozens of tests. To close it gives it back.
 */
export async function borrowDatabase(): Promise<EmbeddedDatabase> {
  const { database, shape } = free.pop() ?? (await openOne());
  const keyring = testKeyring();
  return {
    ...database,
    keyring,
    transaction: (work) => database.transaction((queries) => work({ ...queries, keyring })),
    async close() {
      // A test that changed tables has spoilt it for others.
      if ((await shapeOf(database)) !== shape) return database.close();
      await database.query(emptied);
      await database.query(asConnected);
      free.push({ database, shape });
    },
  };
}

async function openOne() {
  const database = await openPglite('memory://', testKeyring(), await emptyDatabase());
  return { database, shape: await shapeOf(database) };
}

/** What the database is made of: tables, their columns, rules, triggers and functions. */
async function shapeOf(database: EmbeddedDatabase): Promise<string> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc'];
  const counts = catalogs.map((name) => `(select count(*) from ${name})`);
  const [row] = await database.query<Record<string, unknown>>(
    `select concat_ws(' ', ${counts.join(', ')}) as shape`,
  );
  return String(row?.['shape']);
}

/**
 * Rows are deleted rather than truncated, which costs a tenth: a truncated table is a new file, and
 * Postgres looks up anew all that it knew of it. Keys to other tables are not looked at meanwhile. A
 * table that has grown by what earlier tests deleted is truncated after all.
 */
const emptied = `
  do $$
  declare
    each record;
    grown text[] := '{}';
  begin
    perform set_config('session_replication_role', 'replica', true);
    for each in select oid::regclass as name, pg_relation_size(oid) as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
    loop
      if each.bytes > 2000000 then
        grown := grown || each.name::text;
      elsif each.bytes > 0 then
        execute format('delete from %s', each.name);
      end if;
    end loop;
    if grown <> '{}' then
      execute 'truncate ' || array_to_string(grown, ', ') || ' cascade';
    end if;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
  end $$`;

/** What a session may have set; its plans stay, for the next test runs the same statements. */
const asConnected = `
  do $$
  begin
    reset all;
    perform pg_advisory_unlock_all();
  end $$`;
