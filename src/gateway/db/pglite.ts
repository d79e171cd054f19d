import { statfsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { TransactionStoodStill, Unavailable } from '../failures.ts';
import { lockFolder, privateFolderMode } from '../private-files.ts';
import { databaseLocation } from '../settings/variables.ts';
import type { Database, PostgresLimits, Queries } from './database.ts';
import { inTransaction, runOn, valueTypes } from './postgres.ts';
import type { Keyring } from './wrap-secrets.ts';

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
    ...(copyOf ? { loadDataDir: copyOf } : {}),
  });
  const client = await connect(pglite);
  const surroundings = { cacheKey: {}, keyring };
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
    ...surroundings,
    query: async (text, values) => enqueue(() => runOn(client, text, values)),
  };
  return {
    ...queries,
    withLock: locksOf(queries),
    transaction: async (work) => {
      // Made here, where its stack names who began the transaction.
      const limits = { idleMs, cause: new Error('The transaction stands still') };
      return enqueue(async () => {
        try {
          return await inTransaction(client, surroundings, (inside) =>
            unlessIdle(inside, limits, work),
          );
        } catch (error) {
          // A server rolls back when the connection closes, and this one stays open.
          if (error instanceof Unavailable) await client.query('rollback').catch(() => {});
          throw error;
        }
      });
    },
    ping: async () => {
      check();
      // The only statement that is answered also within a transaction that has failed.
      return runOn(client, '');
    },
    load: () => {
      const busy = Math.min(unfinished, 1);
      return { total: 1, idle: 1 - busy, waiting: unfinished - busy, retries: 0 };
    },
    dump: () => pglite.dumpDataDir('none'),
    close: async () => {
      await last;
      await client.end();
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

async function connect(pglite: PGlite): Promise<pg.Client> {
  const client = new pg.Client({
    stream: () => streamTo(pglite),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    pipeline: true,
    types: valueTypes,
  });
  // Without a listener it would end the process; each later statement fails and says so.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A socket, as far as the driver needs one, with PGlite at its other end. */
function streamTo(pglite: PGlite): Duplex {
  const stream = new Duplex({
    read: () => {},
    write: (message: Buffer, _encoding, done) => answer([message]).then(() => done(), done),
    writev: (writes, done) => answer(writes.map(({ chunk }) => chunk)).then(() => done(), done),
    final(done) {
      this.push(null);
      done();
    },
  });
  const answer = async (messages: Buffer[]) => {
    for (const statement of perStatement(messages)) {
      await yieldToEventLoop();
      // Copied: each piece is a view of the memory that Postgres writes the next one into.
      const onRawData = (piece: Uint8Array) => stream.push(Buffer.from(piece));
      await pglite.execProtocolRawStream(statement, { syncToFs: false, onRawData });
    }
  };
  const connection = { connect: () => process.nextTick(() => stream.emit('connect')) };
  return Object.assign(stream, connection, { setNoDelay() {}, ref() {}, unref() {} });
}

const syncType = 'S'.charCodeAt(0);
const queryType = 'Q'.charCodeAt(0);

/** A statement with values is several messages, of which Sync is the last. */
function perStatement(messages: Buffer[]): Buffer[] {
  const statements: Buffer[] = [];
  let begun: Buffer[] = [];
  for (const message of messages) {
    begun.push(message);
    if (message[0] !== syncType && message[0] !== queryType) continue;
    statements.push(Buffer.concat(begun));
    begun = [];
  }
  return begun.length === 0 ? statements : [...statements, Buffer.concat(begun)];
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
