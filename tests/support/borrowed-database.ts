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
      await database.query('discard all');
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

/** Only tables that hold something: to truncate all of them costs a tenth of a second. */
const emptied = `
  do $$
  declare
    each record;
    is_filled boolean;
    filled text[] := '{}';
  begin
    for each in select tablename from pg_tables
      where schemaname = 'public' and tablename <> 'migrations'
    loop
      execute format('select exists (select from %I)', each.tablename) into is_filled;
      if is_filled then filled := filled || format('%I', each.tablename); end if;
    end loop;
    if filled <> '{}' then
      execute 'truncate ' || array_to_string(filled, ', ') || ' cascade';
    end if;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public';
  end $$`;
