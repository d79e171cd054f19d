import { hash } from 'node:crypto';
import { errorCode } from '../failures.ts';
import type { Keyring } from './wrap-secrets.ts';

/** Each statement commits by itself, outside of any transaction. */
export type AutocommitQueries = Pick<Queries, 'query'>;

/** What runs statements: a transaction, or the pool outside of one. */
export interface Queries {
  /** Another connection than the transaction's own; absent where there is only one. */
  readonly autocommit?: AutocommitQueries;
  /** One object per open database: what a process remembers of it is keyed by this. */
  readonly cacheKey: object;
  readonly keyring: Keyring;
  /** Statements run in call order; those of one tick are sent together. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** For locks: types refuse a `Database` here, whose every statement commits, and so unlocks, alone. */
export interface Transaction extends Queries {
  readonly transaction?: never;
}

interface DatabaseLoad {
  total: number;
  idle: number;
  waiting: number;
  retries: number;
}

/** Inside a transaction use only its own `queries`: PGlite has one connection. */
export interface Database extends Queries {
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (queries: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Only one work of a name runs at a time, on all gateways. It may await other services: PGlite,
   * whose transactions hold its only connection, runs it without one. With `mayBeIdle` it may do so
   * for longer than a transaction may stand still.
   */
  withLock<Result>(
    name: string,
    work: (queries: Queries) => Promise<Result>,
    options?: { mayBeIdle?: boolean },
  ): Promise<Result>;
  /** Resolves once the database answers, ahead of statements that wait their turn. */
  ping(): Promise<unknown>;
  load(): DatabaseLoad;
  close(): Promise<void>;
}

export function inSnapshot<Result>(
  database: Database,
  read: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (queries) => {
    await queries.query('set transaction isolation level repeatable read');
    return read(queries);
  });
}

/**
 * Sends the statements at once, to hold locks briefly; the server runs them in this order. Functions
 * among them must therefore send their first statement before they await anything.
 */
export function sendInOrder<Sent extends readonly unknown[] | []>(sent: Sent) {
  return Promise.all(sent);
}

/** A bigint, hashed here because PostgreSQL-like databases differ in their hash functions. */
export function advisoryLockId(text: string): string {
  return hash('sha256', text, 'buffer').readBigInt64BE().toString();
}

export async function lockUntilCommit(queries: Transaction, name: string): Promise<void> {
  await queries.query('select pg_advisory_xact_lock($1::bigint)', [advisoryLockId(name)]);
}

/**
 * A statement whose `$name` stands for that property of `values`; others are left out.
 * @returns the text and values of `query`
 */
export function named(text: string, values: object): [text: string, values: unknown[]] {
  if (/\$\d/.test(text)) throw new Error('A statement either names its values or counts them');
  const valueByName = new Map<string, unknown>(Object.entries(values));
  const names: string[] = [];
  const numbered = text.replaceAll(/\$([a-z]\w*)/gi, (_, name: string) => {
    if (!valueByName.has(name)) throw new Error(`The statement lacks a value for ${name}`);
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return [numbered, names.map((name) => valueByName.get(name))];
}

type Reading = Pick<Queries, 'query'>;

/** The first row that the statement finds or returns; null without one. */
export async function findOne<Row>(
  queries: Reading,
  text: string,
  values?: readonly unknown[],
): Promise<Row | null> {
  const [row] = await queries.query<Row>(text, values);
  return row ?? null;
}

/** The row of a statement that always has one, such as a count or an insert. */
export async function one<Row>(
  queries: Reading,
  text: string,
  values?: readonly unknown[],
): Promise<Row> {
  const row = await findOne<Row>(queries, text, values);
  if (row === null) throw new Error('A statement that always has a row had none');
  return row;
}

export async function exists(
  queries: Reading,
  text: string,
  values?: readonly unknown[],
): Promise<boolean> {
  return (await findOne(queries, text, values)) !== null;
}

/** Whether the statement, which returns what it writes, wrote any row. */
export const hasWritten = exists;

export function dayInSaoPauloSql(column: string): string {
  return `(${column} at time zone 'America/Sao_Paulo')::date`;
}

/** SQL for a lucky number as `formatLuckyNumber` writes it. */
export const luckyNumberSql = `lucky_numbers.series || '.'
  || lpad(lucky_numbers.number::text, greatest(5, length(lucky_numbers.number::text)), '0')`;

/** Our own words as a list in a statement; what users send is always a parameter. */
export function sqlList(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

/** A page per statement, so that a long list blocks no call. @param find gets the last row so far */
export async function* readInPages<Row>(
  size: number,
  find: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await find(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1) ?? null;
  }
}

const sliceRows = 1000;

/** Slices are so small that no statement takes too long; a later clean-up deletes the rest. */
export async function deleteInSlices(
  queries: Queries,
  { table, whereSql, values }: { table: string; whereSql: string; values: readonly unknown[] },
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const slice = await queries.query(
      `delete from ${table} where ${whereSql}
         and ctid = any(array(select ctid from ${table} where ${whereSql} limit ${sliceRows}))
       returning 1`,
      values,
    );
    if (slice.length < sliceRows) return;
  }
}

/** A unique column may be taken by another call at any moment: only the statement itself knows. */
export function unlessTaken<Rows>(statement: Promise<Rows>): Promise<Rows | 'TAKEN'> {
  return statement.catch((error: unknown) => {
    if (errorCode(error) === '23505') return 'TAKEN';
    throw error;
  });
}

/** 0 means no limit. */
export interface PostgresLimits {
  connectionMs: number;
  /** Includes waiting for locks. */
  statementMs: number;
  lockMs: number;
  /** Longest pause within a transaction: a hung process must release its locks. */
  idleMs: number;
  answerMs: number;
}

export const callLimits: PostgresLimits = {
  connectionMs: 5_000,
  statementMs: 8_000,
  lockMs: 5_000,
  idleMs: 10_000,
  answerMs: 10_000,
};

export const operatorLimits: PostgresLimits = {
  connectionMs: 5_000,
  statementMs: 0,
  lockMs: 0,
  idleMs: 60_000,
  answerMs: 0,
};
