import { createHash } from 'node:crypto';
import type { Keyring } from './wrap-secrets.ts';

/** Each statement commits by itself. */
export type ApartQueries = Pick<Queries, 'query'>;

export interface Queries {
  /** Statements outside of the running transaction; absent where there is but one connection. */
  readonly apart?: ApartQueries;
  readonly keyring: Keyring;
  /** Statements run in the order of the calls; those of one tick are sent together. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
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
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
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

/** A bigint. Hashed here, since databases of PostgreSQL's kind differ in their hash functions. */
export function lockKey(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}

/** In milliseconds. */
export interface PostgresLimits {
  connection: number;
  /** Includes waiting for locks. */
  statement: number;
  lock: number;
  /** Between two statements of a transaction: a process that hangs must release its locks. */
  idle: number;
  /** Until the driver gives up on a server whose connection died silently. */
  answer: number;
}

export const callLimits: PostgresLimits = {
  connection: 5_000,
  statement: 8_000,
  lock: 5_000,
  idle: 10_000,
  answer: 10_000,
};

export const operatorLimits: PostgresLimits = {
  connection: 5_000,
  statement: 0,
  lock: 0,
  idle: 0,
  answer: 0,
};
