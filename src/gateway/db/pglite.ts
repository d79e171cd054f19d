import { statfsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { PGlite, types } from '@electric-sql/pglite';
import { throwDatabaseFailure, Unavailable } from '../failures.ts';
import { lockFolder, privateFolderMode } from '../private-files.ts';
import { databaseLocation } from '../settings/variables.ts';
import type { Database, Queries } from './database.ts';
import type { Keyring } from './wrap-secrets.ts';

const asNumber = (text: string) => Number(text);
const asText = (text: string) => text;

export interface EmbeddedDatabase extends Database {
  dump(): Promise<Blob>;
}

interface EmbeddedOptions {
  /** A `dump` of another database to start from. */
  copyOf?: Blob;
  /** With less free space on the disk, the database is Unavailable. */
  minimumFreeBytes?: number;
}

/** @throws FolderInUse when another process has the folder open */
export async function openPglite(
  url: string,
  keyring: Keyring,
  { copyOf, minimumFreeBytes = defaultFreeBytes }: EmbeddedOptions = {},
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
  const check = () => directory && requireSpace(directory, minimumFreeBytes);
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    check();
    const ownWork = last.then(work);
    last = ownWork.catch(() => {});
    return ownWork;
  };
  const queries: Queries = {
    keyring,
    query: async (...statement) => enqueue(() => query(...statement)),
  };
  return {
    ...queries,
    inTurn: turnsOf(queries),
    transaction: async (work) =>
      enqueue(() => pglite.transaction((inside) => work(queriesOf(inside, keyring)))),
    ping: async () => {
      check();
      return query('select 1');
    },
    load: () => ({ total: 1, idle: 1, waiting: 0, retries: 0 }),
    dump: () => pglite.dumpDataDir('none'),
    close: async () => {
      await pglite.close();
      unlock?.();
    },
  };
}

function turnsOf(queries: Queries): Database['inTurn'] {
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
