import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorCode, throwDatabaseFailure, Unavailable } from '../failures.ts';
import { currentRequestId } from '../logging.ts';
import {
  type AutocommitQueries,
  advisoryLockId,
  type Database,
  operatorLimits,
  type PostgresLimits,
  type Queries,
} from './database.ts';
import type { Keyring } from './wrap-secrets.ts';

const { builtins } = pg.types;
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: (text) => text,
};

export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => parsers[id] ?? pg.types.getTypeParser(id, format),
};

/** Two transactions conflict: the server asks to run one of them again. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 5;

/** A machine that vanishes closes no connection: without it, a command would wait for ever. */
const keepAliveMs = 10_000;

const poolSize = { calls: 10, autocommit: 1 };

const ownName = 'promo';
const connectionNames = new WeakMap<pg.PoolClient, string>();

const readOnlyCode = '25006';
const openConnections = new WeakMap<pg.Pool, Set<pg.PoolClient>>();
/** Connections to a primary that became read-only, and may lag behind the new one: never reused. */
const demoted = new WeakSet<pg.PoolClient>();

/** The application_name is the request's id, for pg_stat_activity and `%a` in the log. */
export function openPostgres(
  url: string,
  keyring: Keyring,
  limits: PostgresLimits = operatorLimits,
): Database {
  const pool = openPool(url, limits, poolSize.calls);
  const autocommitPool = openPool(url, limits, poolSize.autocommit);
  const autocommit = openAutocommit(autocommitPool);
  const isBusy = () => pool.totalCount >= poolSize.calls && pool.idleCount === 0;
  const surroundings = { cacheKey: {}, keyring, autocommit };
  let retries = 0;
  const transaction: Database['transaction'] = async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await borrow(pool, (connection) => inTransaction(connection, surroundings, work));
      } catch (error) {
        if (attempt === maxAttempts || !retryableCodes.has(errorCode(error))) throw error;
        retries += 1;
        await pause(10 * 2 ** attempt);
      }
    }
  };
  return {
    cacheKey: surroundings.cacheKey,
    keyring,
    query: (text, values) => borrow(pool, (connection) => runOn(connection, text, values)),
    transaction,
    withLock: (name, work, { mayBeIdle = false } = {}) =>
      transaction(async (queries) => {
        // Ours, since the server's own limit for idle connections may be shorter than the work.
        const idleMs = String(mayBeIdle ? 0 : limits.idleMs);
        await queries.query(
          `select pg_advisory_xact_lock($1::bigint),
             set_config('idle_in_transaction_session_timeout', $2, true)`,
          [advisoryLockId(name), idleMs],
        );
        return work(queries);
      }),
    ping: () => borrow(isBusy() ? autocommitPool : pool, assertWritable),
    load: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      retries,
    }),
    close: async () => {
      await Promise.all([pool.end(), autocommitPool.end()]);
    },
  };
}

/** A separate pool: transactions that hold all other connections wait for its statements. */
function openAutocommit(pool: pg.Pool): AutocommitQueries {
  return {
    query: (text, values) => borrow(pool, (connection) => runOn(connection, text, values)),
  };
}

function openPool(url: string, limits: PostgresLimits, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: ownName,
    connectionTimeoutMillis: limits.connectionMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleMs,
    query_timeout: limits.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    pipeline: true,
    types: valueTypes,
  });
  // Without a listener, a connection lost while idle would end the process.
  pool.on('error', () => {});
  const connections = new Set<pg.PoolClient>();
  openConnections.set(pool, connections);
  pool.on('connect', (connection) => connections.add(connection));
  pool.on('remove', (connection) => connections.delete(connection));
  return pool;
}

async function borrow<Result>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(pool);
  // A connection lost between two statements must not end the process.
  connection.on('error', ignore);
  let isLost = false;
  try {
    nameAfterRequest(connection);
    return await work(connection);
  } catch (error) {
    isLost = error instanceof Unavailable;
    if (isReadOnly(error)) demoteConnections(pool);
    throw error;
  } finally {
    connection.off('error', ignore);
    const isUsable = connection.getTransactionStatus() === 'I' && !demoted.has(connection);
    connection.release(isLost || !isUsable);
  }
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Unavailable && errorCode(error.cause) === readOnlyCode;
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const connection = await pool.connect().catch(throwDatabaseFailure);
    if (!demoted.has(connection)) return connection;
    connection.release(true);
  }
}

function demoteConnections(pool: pg.Pool): void {
  for (const connection of openConnections.get(pool) ?? []) demoted.add(connection);
}

async function assertWritable(connection: pg.PoolClient): Promise<void> {
  const text = `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
  const [answer] = await runOn<{ isReadOnly: boolean }>(connection, text);
  if (!answer?.isReadOnly) return;
  throwDatabaseFailure(Object.assign(new Error('It is read-only'), { code: readOnlyCode }));
}

export async function inTransaction<Result>(
  connection: pg.ClientBase,
  surroundings: Omit<Queries, 'query'>,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const queries: Queries = {
    ...surroundings,
    // When one of several steps fails, the others must not go on in the connection's next use.
    query: (text, values) =>
      isOver
        ? Promise.reject(new Error('The transaction is over'))
        : runOn(connection, text, values),
  };
  try {
    const begun = connection.query('begin').catch(throwDatabaseFailure);
    const [result] = await Promise.all([work(queries), begun]);
    isOver = true;
    await connection.query('commit').catch(throwDatabaseFailure);
    return result;
  } catch (error) {
    isOver = true;
    // An unavailable server rolls back by itself when the connection closes.
    if (!(error instanceof Unavailable)) await connection.query('rollback').catch(ignore);
    throw error;
  }
}

function nameAfterRequest(connection: pg.PoolClient): void {
  const id = currentRequestId();
  const name = id ? `${ownName} ${id}` : ownName;
  if (connectionNames.get(connection) === name) return;
  connectionNames.set(connection, name);
  // Not awaited: if the connection is broken, the next statement fails as well.
  connection.query(`set application_name to ${pg.escapeLiteral(name)}`).catch(ignore);
}

function ignore(): void {}

export async function runOn<Row>(
  connection: Pick<pg.ClientBase, 'query'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await connection.query(statement(text, values)).catch(throwDatabaseFailure))
    .rows as Row[];
}

function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  return values.length === 0 ? { text } : { name: statementName(text), text, values: [...values] };
}

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  const name = statementNames.get(text) ?? `statement-${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}
