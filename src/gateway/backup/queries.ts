import { one, type Queries, type Transaction } from '../db/database.ts';

export interface Table {
  name: string;
  key: readonly string[];
  needs: readonly string[];
}

/** All tables, except counters that a crash may lose and the list of migrations. */
export function findTables(queries: Queries): Promise<Table[]> {
  return queries.query(
    `select relname::text as name,
       array(
         select attname::text from pg_index
           cross join unnest(indkey) with ordinality as part (attnum, place)
           join pg_attribute on attrelid = indrelid and pg_attribute.attnum = part.attnum
         where indrelid = pg_class.oid and indisprimary order by place
       ) as key,
       array(
         select distinct target.relname::text from pg_constraint
           join pg_class as target on target.oid = confrelid
         where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
       ) as needs
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relpersistence = 'p' and relname <> 'migrations'
     order by relname`,
  );
}

export async function* readRows(
  queries: Queries,
  { name, key }: Table,
  size: number,
): AsyncGenerator<string[], void> {
  const order = key.map((column) => `"${column}"`).join(', ');
  await queries.query(
    `declare backup_rows no scroll cursor for
     select to_jsonb(each)::text as row from "${name}" as each order by ${order}`,
  );
  for (;;) {
    const rows = await queries.query<{ row: string }>(`fetch ${size} from backup_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await queries.query('close backup_rows');
}

export async function insertRows(
  queries: Queries,
  name: string,
  rows: readonly string[],
): Promise<void> {
  await queries.query(
    `insert into "${name}" overriding system value
     select * from jsonb_populate_recordset(null::"${name}", $1::jsonb)`,
    [`[${rows.join(',')}]`],
  );
}

export async function findAllFileKeys(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ key: string }>(
    `select receipts.file_key as key from receipts where receipts.file_key <> ''
     union select files_to_remove.file_key from files_to_remove`,
  );
  return rows.map(({ key }) => key);
}

/** New sequences too: unlike `setval` on the former ones, a rollback takes them back. */
export async function emptyTables(queries: Queries, names: readonly string[]): Promise<void> {
  const list = names.map((name) => `"${name}"`).join(', ');
  await queries.query(`truncate ${list} restart identity`);
}

interface NextNumber {
  table: string;
  column: string;
  sequence: string;
  next: number;
}

export async function findNextNumbers(queries: Queries): Promise<NextNumber[]> {
  const columns = await queries.query<Omit<NextNumber, 'next'>>(
    `select table_name::text as table, column_name::text as column,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  );
  const numbers: NextNumber[] = [];
  for (const { table, column, sequence } of columns) {
    // Files for the bank are numbered without their sequence.
    const { next } = await one<{ next: number }>(
      queries,
      `select greatest(last_value + is_called::integer, (select max("${column}") + 1 from "${table}")) as next
       from ${sequence}`,
    );
    numbers.push({ table, column, sequence, next });
  }
  return numbers;
}

/** The bank and carriers know records by number: no number may be given out again. */
export async function continueNumbers(
  queries: Queries,
  before: readonly NextNumber[],
): Promise<void> {
  for (const { table, column, sequence, next } of before) {
    await queries.query(
      `select setval($1::text::regclass, greatest($2::bigint, (select max("${column}") + 1 from "${table}")), false)`,
      [sequence, next],
    );
  }
}

export async function findReceiptFileKeys(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ fileKey: string }>(
    `select distinct file_key as "fileKey" from receipts where file_key <> '' order by 1`,
  );
  return rows.map(({ fileKey }) => fileKey);
}

/** A file that was removed while a backup was made is no longer named by a receipt. */
export async function countNamedFiles(queries: Queries, keys: readonly string[]): Promise<number> {
  const row = await one<{ count: number }>(
    queries,
    'select count(distinct file_key) as count from receipts where file_key = any($1::text[])',
    [keys],
  );
  return row.count;
}

interface WithdrawnConsent {
  pseudonym: string;
  code: string;
  withdrawnAt: Date;
}

/** Consents that people took back after that moment, and have not given again. */
export function findWithdrawnSince(queries: Queries, since: Date): Promise<WithdrawnConsent[]> {
  return queries.query(
    `select consumers.pseudonym, consents.code, max(consents.withdrawn_at) as "withdrawnAt"
     from consents join consumers on consumers.id = consents.consumer_id
     group by consumers.pseudonym, consents.code having count(consents.withdrawn_at) = count(*)
       and max(consents.withdrawn_at) >= $1`,
    [since],
  );
}

export async function withdrawAgain(
  queries: Queries,
  withdrawn: readonly WithdrawnConsent[],
): Promise<number> {
  const rows = await queries.query(
    `update consents set withdrawn_at = withdrawn."withdrawnAt"
     from jsonb_to_recordset($1::jsonb)
       as withdrawn (pseudonym uuid, code text, "withdrawnAt" timestamptz)
       join consumers on consumers.pseudonym = withdrawn.pseudonym
     where consents.consumer_id = consumers.id and consents.code = withdrawn.code
       and consents.withdrawn_at is null
     returning consents.id`,
    [JSON.stringify(withdrawn)],
  );
  return rows.length;
}

/** Waits for the transactions under way, and keeps new ones out until this one ends. */
export async function lockTables(queries: Transaction, names: readonly string[]): Promise<void> {
  const list = names.map((name) => `"${name}"`).join(', ');
  await queries.query(`lock table ${list} in access exclusive mode`);
}

export async function findBlockedWallets(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ pseudonym: string }>(
    "select pseudonym from consumers where wallet_status = 'BLOCKED' and erased_at is null",
  );
  return rows.map(({ pseudonym }) => pseudonym);
}

/** @returns how many were not */
export async function blockAgain(queries: Queries, pseudonyms: readonly string[]): Promise<number> {
  const rows = await queries.query(
    `update consumers set wallet_status = 'BLOCKED'
     where pseudonym = any($1::uuid[]) and wallet_status <> 'BLOCKED' and erased_at is null
     returning id`,
    [pseudonyms],
  );
  return rows.length;
}

const actColumnsSql = 'at, author, command, subject, words';

/** Keeps the acts since then until the transaction ends, however many there are. */
export async function keepActs(queries: Queries, since: Date): Promise<void> {
  await queries.query('create temporary table kept_acts (like operator_acts) on commit drop');
  await queries.query('insert into kept_acts select * from operator_acts where at >= $1', [since]);
}

/** Adds the kept acts that the restored ones lack. @returns how many */
export async function recordKeptActs(queries: Queries): Promise<number> {
  const rows = await queries.query(
    `insert into operator_acts (${actColumnsSql})
     select ${actColumnsSql} from kept_acts as kept where not exists (
       select from operator_acts as act
       where (act.at, act.author, act.command, act.words) = (kept.at, kept.author, kept.command, kept.words)
         and act.subject is not distinct from kept.subject
     ) order by kept.id returning id`,
  );
  return rows.length;
}

/** Pseudonyms of erased people whose user has been removed from the identity service too. */
export async function findRemovedUsers(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ pseudonym: string }>(
    `select consumers.pseudonym from erasures join consumers on consumers.id = erasures.consumer_id
     where erasures.identity_id is null`,
  );
  return rows.map(({ pseudonym }) => pseudonym);
}

export async function recordUsersRemoved(
  queries: Queries,
  pseudonyms: readonly string[],
): Promise<void> {
  await queries.query(
    `update erasures set identity_id = null from consumers
     where consumers.id = erasures.consumer_id and consumers.pseudonym = any($1::uuid[])`,
    [pseudonyms],
  );
}
