import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Unavailable } from '../unavailable.ts';
import type { Database, Queries } from './database.ts';

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: (text) => text,
};

/** Two transactions in each other's way: the server asks to run one of them again. */
const AGAIN = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** Classes of SQLSTATE in which the server, not the statement, is at fault. */
const SERVER_TROUBLE = /^(?:08|53|57P|58)/;
const NETWORK_TROUBLE = /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|AI_AGAIN|NOTFOUND)/;

const connectMilliseconds = 5000;

/** A PostgreSQL server, through a pool of connections. */
export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectMilliseconds,
    // Statements that do not wait for each other travel together.
    pipeline: true,
    types: { getTypeParser: (id, format) => parsers[id] ?? pg.types.getTypeParser(id, format) },
  });
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    query: queriesOf(pool).query,
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = await pool.connect().catch(fail);
    // A connection lost between two statements fails the next one; it must not end the process.
    connection.on('error', ignore);
    try {
      const begun = connection.query('begin').catch(fail);
      const [result] = await Promise.all([work(queriesOf(connection)), begun]);
      await connection.query('commit').catch(fail);
      release(connection, false);
      return result;
    } catch (error) {
      const rolledBack = await connection.query('rollback').then(
        () => true,
        () => false,
      );
      release(connection, !rolledBack);
      if (attempt === ATTEMPTS || !AGAIN.has(codeOf(error))) throw error;
      await pause(10 * 2 ** attempt);
    }
  }
}

function release(connection: pg.PoolClient, isBroken: boolean): void {
  connection.off('error', ignore);
  connection.release(isBroken);
}

function ignore(): void {}

function queriesOf(connection: Pick<pg.ClientBase, 'query'>): Queries {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await connection.query(statement(text, values)).catch(fail)).rows as Row[],
  };
}

/** A statement with parameters is one that comes again: named, each connection plans it once. */
function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  return values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `statement-${names.size}`;
  names.set(text, name);
  return name;
}

/** Tells a server that is away from a statement that is wrong. */
function fail(error: unknown): never {
  throw isTrouble(error) ? new Unavailable('The database', error) : error;
}

function isTrouble(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return SERVER_TROUBLE.test(code) || NETWORK_TROUBLE.test(code);
  // The driver's own complaints about a lost or late connection carry no code.
  return error instanceof Error && /connection|timeout|not queryable/i.test(error.message);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
