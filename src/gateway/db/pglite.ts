import { statfsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { PGlite, types } from '@electric-sql/pglite';
import { TransactionStoodStill, throwDatabaseFailure, Unavailable } from '../failures.ts';
import { lockFolder, privateFolderMode } from '../private-files.ts';
import { databaseLocation } from '../settings/variables.ts';
import type { Database, PostgresLimits, Queries } from './database.ts';
import type { Keyring } from './wrap-secrets.ts';

const asNumber = (text: string) => Number(text);
const asText = (text: string) => text;

export interface EmbeddedDatabase extends Database {
  dump(): Promise<Blob>;
}

interface EmbeddedOptions extends Partial<Pick<PostgresLimits, 'idleMs'>> {
  /** A `dump` of another database to start from. */
  copyOf?: Blob;
  /** With less free space on the disk, the database is Unavailable. */
  minimumFreeBytes?: number;
}

/** @throws FolderInUse when another process has the folder open */
export async function openPglite(
  url: string,
  keyring: Keyring,
  { copyOf, minimumFreeBytes = defaultFreeBytes, idleMs = 0 }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const location = databaseLocation(url);
  const directory = location.kind === 'folder' ? location.path : null;
  if (directory) await mkdir(directory, { recursive: true, mode: privateFolderMode });
  const unlock = directory ? lockFolder(directory) : null;
  const pglite = await PGlite.create({
    dataDir: directory ?? 'memory://',
    parsers: { [types.INT8]: asNumber, [types.DATE]: asText },
    ...(copyOf ? { loadDataDir: copyOf } : {}),
  });
  const { query } = queriesOf(pglite, keyring);
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;
  const check = () => directory && requireSpace(directory, minimumFreeBytes);
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    check();
    unfinished += 1;
    const ownWork = last.then(work).finally(() => {
      unfinished -= 1;
    });
    last = ownWork.catch(() => {});
    return ownWork;
  };
  const queries: Queries = {
    keyring,
    query: async (...statement) => enqueue(() => query(...statement)),
  };
  return {
    ...queries,
    withLock: locksOf(queries),
    transaction: async (work) => {
      // Made here, where its stack names who began the transaction.
      const limits = { idleMs, cause: new Error('The transaction stands still') };
      return enqueue(() =>
        pglite.transaction((inside) => unlessIdle(queriesOf(inside, keyring), limits, work)),
      );
    },
    ping: async () => {
      check();
      return query('select 1');
    },
    load: () => {
      const busy = Math.min(unfinished, 1);
      return { total: 1, idle: 1 - busy, waiting: unfinished - busy, retries: 0 };
    },
    dump: () => pglite.dumpDataDir('none'),
    close: async () => {
      await pglite.close();
      unlock?.();
    },
  };
}

/** A paused process resumes with one check, so it does not count as idle. */
const checksPerLimit = 10;

/** As a server does, gives up a transaction that sends nothing: all other statements wait for it. */
async function unlessIdle<Result>(
  queries: Queries,
  { idleMs, cause }: { idleMs: number; cause: Error },
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  if (idleMs === 0) return work(queries);
  const standstill = Promise.withResolvers<never>();
  let idleChecks = 0;
  const timer = setInterval(() => {
    idleChecks += 1;
    if (idleChecks > checksPerLimit) standstill.reject(new TransactionStoodStill(cause));
  }, idleMs / checksPerLimit);
  const query: Queries['query'] = async (...statement) => {
    idleChecks = 0;
    return queries.query(...statement);
  };
  try {
    return await Promise.race([work({ ...queries, query }), standstill.promise]);
  } finally {
    clearInterval(timer);
  }
}

function locksOf(queries: Queries): Database['withLock'] {
  const lastOf = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const ownTurn = (lastOf.get(name) ?? Promise.resolve()).then(() => work(queries));
    const end = ownTurn
      .catch(() => {})
      .then(() => {
        if (lastOf.get(name) === end) lastOf.delete(name);
      });
    lastOf.set(name, end);
    return ownTurn;
  };
}

function queriesOf(connection: Pick<PGlite, 'query'>, keyring: Keyring): Queries {
  return {
    keyring,
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      await yieldToEventLoop();
      return (await connection.query<Row>(text, [...values]).catch(throwDatabaseFailure)).rows;
    },
  };
}

/** How long statements may run back to back within one turn of the event loop. */
const maxTurnMs = 10;

let nextTurn: Promise<void> | null = null;
let turnBegan = 0;

/**
 * The embedded database computes in this thread without pausing, so the statements of a hundred
 * simultaneous calls would all run before the next call is even accepted.
 */
async function yieldToEventLoop(): Promise<void> {
  if (nextTurn) {
    if (performance.now() - turnBegan > maxTurnMs) await nextTurn;
    return;
  }
  turnBegan = performance.now();
  nextTurn = nextLoopTurn().then(() => {
    nextTurn = null;
  });
}

/** Postgres logs in files of 16 MB, and hangs for ever without space for the next one. */
const defaultFreeBytes = 64 * 1024 * 1024;

function requireSpace(directory: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= bytes) return;
  const full = Object.assign(new Error('The disk is full'), { code: 'ENOSPC' });
  throw new Unavailable('database', full);
}
