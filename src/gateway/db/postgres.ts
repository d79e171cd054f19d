import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Queries } from './database.ts';

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: (text) => text,
};

/** Two transactions in each other's way: the server asks to run one of them again. */
const AGAIN = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** A PostgreSQL server, through a pool of connections. */
export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: { getTypeParser: (id, format) => parsers[id] ?? pg.types.getTypeParser(id, format) },
  });
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    query: queriesOf(pool).query,
    transaction: (work) => inTransaction(pool, work),
    script: async (text) => {
      await pool.query(text);
    },
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      const result = await work(queriesOf(connection));
      await connection.query('commit');
      connection.release();
      return result;
    } catch (error) {
      const rolledBack = await connection.query('rollback').then(
        () => true,
        () => false,
      );
      connection.release(!rolledBack);
      if (attempt === ATTEMPTS || !AGAIN.has(errorCode(error))) throw error;
      await pause(10 * 2 ** attempt);
    }
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function queriesOf(connection: Pick<pg.ClientBase, 'query'>): Queries {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await connection.query(text, [...values])).rows as Row[],
  };
}
