import { createHash } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** Statements that commit each by itself. */
export type ApartQueries = Pick<Queries, 'query'>;

export interface Queries {
  /** On a connection of their own, also from within a transaction; missing where there is but one. */
  readonly apart?: ApartQueries;
  readonly keyring: Keyring;
  /** A transaction's statements run in the order asked; those asked together go together. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseLoad {
  total: number;
  idle: number;
  waiting: number;
  retries: number;
}

/** Inside a transaction use only its own `queries`: PGlite has one connection. */
export interface Database extends Queries {
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
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

/** As a bigint. Hashed here: PostgreSQL's own hash functions are not those of all engines. */
export function lockKey(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}
