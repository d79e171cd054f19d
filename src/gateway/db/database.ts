import { createHash } from 'node:crypto';

/** A way to run statements: the database itself, or one transaction of it. */
export interface Queries {
  /**
   * Runs one statement with `$1…` parameters and answers its rows. Inside a transaction statements
   * run in the order in which they are asked; those asked together are sent together.
   */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseLoad {
  total: number;
  idle: number;
  waiting: number;
  /** Transactions that were run again since it was opened. */
  retries: number;
}

/** A Postgres, embedded or not. Inside a transaction use only its own `queries`: PGlite has one connection. */
export interface Database extends Queries {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  load(): DatabaseLoad;
  close(): Promise<void>;
}

/** Reads what belongs together as it was at one moment, whatever others write meanwhile. */
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
 * The number of the advisory lock that a text stands for, the same in every process, as a parameter
 * of type bigint. Hashed here: PostgreSQL's own hash functions are not those of all engines.
 */
export function lockKey(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}
