import { chmod, readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import {
  callLimits,
  type Database,
  named,
  operatorLimits,
  type PostgresLimits,
  type Queries,
} from '../../src/gateway/db/database.ts';
import { missingLimits } from '../../src/gateway/db/open.ts';
import { openPglite } from '../../src/gateway/db/pglite.ts';
import { openPostgres } from '../../src/gateway/db/postgres.ts';
import {
  TransactionStoodStill,
  throwDatabaseFailure,
  Unavailable,
} from '../../src/gateway/failures.ts';
import { duringRequest } from '../../src/gateway/logging.ts';
import { oneKeyChangeAtATime } from '../../src/gateway/secrets/key-file.ts';
import { borrowDatabase } from '../support/borrowed-database.ts';
import { openDatabase, testKeyring } from '../support/database.ts';
import { restartUnderLoad } from '../support/database-restart.ts';
import { copyEmptyDatabase, emptyDatabase } from '../support/empty-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { openPostgres as startPostgres, type TestPostgres } from '../support/postgres.ts';

let server: TestPostgres;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
});
afterAll(() => server.close());

describe.each(['memory://', 'postgres://'])('a database at %s', (scheme) => {
  let database: Database;

  beforeAll(async () => {
    database = scheme === 'memory://' ? await borrowDatabase() : await openDatabase(url);
    await database.query(
      'create table notes (id bigint primary key, day date, note jsonb, at timestamptz)',
    );
  });
  beforeEach(() => database.query('delete from notes'));
  afterAll(async () => {
    await database.query('drop table notes');
    await database.close();
  });

  test('reads numbers, days, JSON and moments alike', async () => {
    const at = new Date('2026-03-10T15:00:00.123Z');
    const note = { text: "d'Ávila", list: [1, null] };
    await database.query('insert into notes values ($1, $2, $3::jsonb, $4)', [
      9_007_199_254_740_991,
      '2026-03-10',
      JSON.stringify(note),
      at,
    ]);
    expect(await database.query('select * from notes')).toEqual([
      { id: 9_007_199_254_740_991, day: '2026-03-10', note, at },
    ]);
    expect(await database.query('select count(*) as many from notes')).toEqual([{ many: 1 }]);
  });

  test('keeps all of a transaction or nothing', async () => {
    const broken = database.transaction(async (queries) => {
      await queries.query('insert into notes (id) values (1)');
      throw new Error('stop');
    });
    await expect(broken).rejects.toThrow('stop');
    expect(await database.query('select id from notes')).toEqual([]);
    const answer = await database.transaction(async (queries) => {
      await queries.query('insert into notes (id) values (2)');
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await database.query('select id from notes')).toEqual([{ id: 2 }]);
  });

  test('takes no statement of a transaction that has failed', async () => {
    const { promise: failed, resolve: goOn } = Promise.withResolvers<void>();
    let slowStep: Promise<unknown> = Promise.resolve();
    const broken = database.transaction((queries) => {
      slowStep = failed.then(() => queries.query('insert into notes (id) values (3)'));
      return Promise.all([slowStep, Promise.reject(new Error('stop'))]);
    });
    await expect(broken).rejects.toThrow('stop');
    goOn();
    await expect(slowStep).rejects.toThrow();
    expect(await database.query('select id from notes')).toEqual([]);
  });

  test('distinguishes a wrong statement from an unavailable server', async () => {
    const wrong = database.query('select nothing from nowhere');
    await expect(wrong).rejects.not.toBeInstanceOf(Unavailable);
  });

  test('is unavailable when its disk is full', async () => {
    const full = database.query(`do 'begin raise exception using errcode = ''disk_full''; end'`);
    await expect(full).rejects.toBeInstanceOf(Unavailable);
  });
});

test('a statement with names takes each value once, and fails where one is missing', () => {
  const text = 'select $id, $name where id = $id';
  expect(named(text, { name: 'Ana', id: 7, other: 8 })).toEqual([
    'select $1, $2 where id = $1',
    [7, 'Ana'],
  ]);
  expect(() => named(text, { id: 7 })).toThrow('name');
  expect(() => named(`${text} and $1`, { name: 'Ana', id: 7 })).toThrow('counts');
});

test('statements of many calls that come together leave turns of the event loop between them', async () => {
  const database = await borrowDatabase();
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const long = 'select count(*) from generate_series(1, 50000)';
  const done: string[] = [];
  const calls = Promise.all([
    ...Array.from({ length: 20 }, () => database.query(long)),
    ...Array.from({ length: 20 }, () => database.transaction(({ query }) => query(long))),
  ]).then(() => done.push('calls'));
  await database.ping().then(() => done.push('ping'));
  await calls;
  expect(done).toEqual(['ping', 'calls']);
  clearImmediate(next);
  await database.close();
  expect(turns).toBeGreaterThan(4);
});

test('an embedded database answers that it is there also within a transaction that has failed', async () => {
  const database = await borrowDatabase();
  const broken = database.transaction(async ({ query }) => {
    await expect(query('select nothing from nowhere')).rejects.toThrow();
    await database.ping();
    throw new Error('pinged');
  });
  await expect(broken).rejects.toThrow('pinged');
  await database.close();
});

test('an embedded database keeps nothing of what it has answered', async () => {
  const database = await borrowDatabase();
  const ask = () => database.query("select repeat('x', 100000) as text");
  for (let time = 0; time < 20; time += 1) await ask();
  const before = usedMemory();
  for (let time = 0; time < 300; time += 1) await ask();
  expect(usedMemory() - before).toBeLessThan(10_000_000);
  await database.close();
});

/** In bytes, of the objects that are still in use. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('an embedded database closes once the transaction under way has ended', async () => {
  const folder = await temporaryFolder();
  copyEmptyDatabase(folder.path);
  const address = pathToFileURL(`${folder.path}/database`).href;
  const database = await openPglite(address, testKeyring());
  const { promise: isAsked, resolve: goOn } = Promise.withResolvers<void>();
  const writing = database.transaction(async ({ query }) => {
    await isAsked;
    await query('create table written (id bigint)');
  });
  const closing = database.close();
  goOn();
  await Promise.all([writing, closing]);
  const again = await openPglite(address, testKeyring());
  expect(await again.query("select to_regclass('written') as written")).toEqual([
    { written: 'written' },
  ]);
  await again.close();
  await folder.remove();
});

test('a folder that a command makes is for one user of the machine, as one that a start makes', async () => {
  const folder = await temporaryFolder();
  await chmod(folder.path, 0o755);
  const address = pathToFileURL(`${folder.path}/database`).href;
  const database = await openPglite(address, testKeyring(), { copyOf: await emptyDatabase() });
  expect((await stat(`${folder.path}/database`)).mode & 0o777).toBe(0o700);
  await database.close();
  await folder.remove();
});

test('a folder on a disk that is nearly full is unavailable before Postgres stands still', async () => {
  const folder = await temporaryFolder();
  copyEmptyDatabase(folder.path);
  const address = pathToFileURL(`${folder.path}/database`).href;
  const more = 2 ** 60;
  const database = await openPglite(address, testKeyring(), { minimumFreeBytes: more });
  await expect(database.query('select 1')).rejects.toThrow(Unavailable);
  await expect(database.transaction(async () => {})).rejects.toThrow(Unavailable);
  await database.close();
  await folder.remove();
});

test('an embedded database gives up a transaction that waits for a statement behind it, and goes on', async () => {
  const folder = await temporaryFolder();
  copyEmptyDatabase(folder.path);
  const address = pathToFileURL(`${folder.path}/database`).href;
  const database = await openPglite(address, testKeyring(), { idleMs: 10 });
  const standing = database.transaction(async ({ query }) => {
    await query('create table made (id bigint)');
    const behind = database.query('select 1');
    expect(database.load()).toEqual({ total: 1, idle: 0, waiting: 1, retries: 0 });
    await behind;
  });
  await expect(standing).rejects.toThrow(TransactionStoodStill);
  const found = await database.query("select to_regclass('made') as made");
  expect(found).toEqual([{ made: null }]);
  expect(database.load()).toEqual({ total: 1, idle: 1, waiting: 0, retries: 0 });
  await database.close();
  await folder.remove();
});

test('an embedded database lets a transaction wait longer than a server, as commands do for files', async () => {
  const folder = await temporaryFolder();
  copyEmptyDatabase(folder.path);
  const database = await openDatabase(pathToFileURL(`${folder.path}/database`).href, callLimits);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const began = Promise.withResolvers<void>();
  const wait = Promise.withResolvers<string>();
  const waiting = database.transaction(() => {
    began.resolve();
    return wait.promise;
  });
  await began.promise;
  vi.advanceTimersByTime(55_000);
  wait.resolve('read');
  expect(await waiting).toBe('read');
  const standing = database.transaction(async ({ query }) => {
    const behind = database.query('select 1');
    await query('select 1');
    vi.advanceTimersByTime(120_000);
    await behind;
  });
  await expect(standing).rejects.toThrow('A transaction of the database stood still');
  await database.close();
  await folder.remove();
});

describe('a slow server', () => {
  const limits: PostgresLimits = {
    // On a busy machine new connections take long, and must be made in time.
    connectionMs: 3000,
    statementMs: 0,
    lockMs: 0,
    idleMs: 0,
    answerMs: 0,
  };

  test.each([
    ['works on a statement', { statementMs: 200 }],
    ['says nothing', { answerMs: 200 }],
  ])('is unavailable in the end if it %s', async (_, limit) => {
    const database = openPostgres(url, testKeyring(), { ...limits, ...limit });
    const late = database.transaction((queries) => queries.query('select pg_sleep(20)'));
    await expect(late).rejects.toThrow(Unavailable);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
  });

  test('is unavailable in the end to a call that waits for a lock or a connection', async () => {
    const database = openPostgres(url, testKeyring(), { ...limits, lockMs: 200 });
    const hold = Promise.withResolvers<void>();
    const held = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
    const holders = held.map(({ resolve }, index) =>
      database.transaction(async (queries) => {
        if (index === 0) await queries.query('select pg_advisory_xact_lock(7)');
        resolve();
        await hold.promise;
      }),
    );
    await Promise.all(held.map(({ promise }) => promise));
    await expect(database.query('select 1')).rejects.toThrow(Unavailable);
    const other = openPostgres(url, testKeyring(), { ...limits, lockMs: 200 });
    await expect(other.query('select pg_advisory_lock(7)')).rejects.toThrow(Unavailable);
    hold.resolve();
    await Promise.all(holders);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await Promise.all([database.close(), other.close()]);
  });

  test('keeps the turn of an operator’s long work, however short it lets connections idle', async () => {
    const own = await server.createDatabase('no tables');
    const other = openPostgres(own, testKeyring());
    await other.query(`do $$ begin
      execute format('alter database %I set idle_in_transaction_session_timeout = 300', current_database());
    end $$`);
    const operator = openPostgres(own, testKeyring(), operatorLimits);
    const work = operator.withLock('restore', () => other.query('select pg_sleep(0.7)'));
    expect(await work).toHaveLength(1);
    await Promise.all([operator.close(), other.close()]);
  });

  test('ends the transaction of a command that stands still for a minute, and releases its locks', async () => {
    const operator = openPostgres(url, testKeyring(), operatorLimits);
    const limit = (queries: Queries) =>
      queries.query("select current_setting('idle_in_transaction_session_timeout') as idle");
    expect(await operator.transaction(limit)).toEqual([{ idle: '1min' }]);
    expect(await operator.withLock('one at a time', limit)).toEqual([{ idle: '1min' }]);
    await operator.close();
  });

  test('keeps a restore’s or rotation’s turn for as long as its work on other connections takes', async () => {
    const operator = openPostgres(url, testKeyring(), { ...operatorLimits, idleMs: 100 });
    const other = openPostgres(url, testKeyring());
    const work = () => other.query("select 'done' as work, pg_sleep(0.4)");
    expect(await oneKeyChangeAtATime(operator, work)).toMatchObject([{ work: 'done' }]);
    await Promise.all([operator.close(), other.close()]);
  });

  test('is named if its pooler drops the limits, unless its own settings have them', async () => {
    const own = await server.createDatabase('no tables');
    const dropped = openPostgres(own, testKeyring(), limits);
    expect(await missingLimits(own, dropped)).toBe(
      'The database sets no statement_timeout, lock_timeout, idle_in_transaction_session_timeout: SERVERS.md says how a pooler gets them.',
    );
    await dropped.query(`do $$ begin
      execute format('alter database %I set statement_timeout = ''8s''', current_database());
      execute format('alter database %I set lock_timeout = ''5s''', current_database());
      execute format('alter database %I set idle_in_transaction_session_timeout = ''10s''', current_database());
    end $$`);
    await dropped.close();
    for (const given of [limits, callLimits]) {
      const database = openPostgres(own, testKeyring(), given);
      expect(await missingLimits(own, database)).toBeNull();
      await database.close();
    }
    expect(await missingLimits('memory://', { ...dropped, query: expect.fail })).toBeNull();
  });

  test('releases the locks of a hung process', async () => {
    const still = openPostgres(url, testKeyring(), { ...limits, idleMs: 100 });
    const other = openPostgres(url, testKeyring());
    const stuck = still.transaction(async (queries) => {
      await queries.query('select pg_advisory_xact_lock(8)');
      await other.query('select pg_advisory_lock(8)');
      await queries.query('select 1');
    });
    await expect(stuck).rejects.toThrow(Unavailable);
    await Promise.all([still.close(), other.close()]);
  });
});

describe('a server', () => {
  test('is unavailable when it is down', async () => {
    const nowhere = `postgres://promo:promo@127.0.0.1:${await freePort()}/promo`;
    await expect(openDatabase(nowhere)).rejects.toBeInstanceOf(Unavailable);
  });

  test('learns which request each statement belongs to, in a transaction and outside one', async () => {
    const [used, other] = [await openDatabase(url), await openDatabase(url)];
    const names = 'select application_name as name from pg_stat_activity where query like $1';
    const seen = (mark: string) => other.query<{ name: string }>(names, [`%${mark}%`]);
    const nameQuery =
      'select application_name as name, $1::text as mark from pg_stat_activity where pid = pg_backend_pid()';
    await duringRequest('abc-1', () => used.query(nameQuery, ['read']));
    expect(await seen('as mark')).toEqual([{ name: 'promo abc-1' }]);
    await duringRequest('abc-2', () =>
      used.transaction(async (queries) => {
        await queries.query(nameQuery, ['written']);
        expect(await seen('as mark')).toEqual([{ name: 'promo abc-2' }]);
      }),
    );
    await used.query(nameQuery, ['of no request']);
    expect(await seen('as mark')).toEqual([{ name: 'promo' }]);
    await used.close();
    await other.close();
  });

  test('is used again after it dropped its connections, and no lost call counts as done', async () => {
    const [used, other] = [await openDatabase(url), await openDatabase(url)];
    await used.query('create table drops (id bigint primary key)');
    const dropAll = () =>
      other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    const lost = used.transaction(async (queries) => {
      await queries.query('insert into drops values (1)');
      await dropAll();
      await queries.query('insert into drops values (2)');
    });
    await expect(lost).rejects.toBeInstanceOf(Unavailable);
    expect(await used.query('select id from drops')).toEqual([]);
    await dropAll();
    await expect.poll(() => used.query('select id from drops').catch(() => null)).toEqual([]);
    await used.close();
    await other.close();
  });

  test('is unavailable on a connection that became read-only, which is then replaced', async () => {
    const database = await openDatabase(url);
    await database.query('create table demotions (id bigint)');
    const demote = () => database.query('set default_transaction_read_only = on');
    const write = () => database.query('insert into demotions values (1) returning id');
    await demote();
    await expect(write()).rejects.toBeInstanceOf(Unavailable);
    expect(await write()).toEqual([{ id: 1 }]);
    await demote();
    const transaction = database.transaction(({ query }) => query('delete from demotions'));
    await expect(transaction).rejects.toBeInstanceOf(Unavailable);
    await demote();
    await expect(database.ping()).rejects.toBeInstanceOf(Unavailable);
    await database.ping();
    expect(await write()).toEqual([{ id: 1 }]);
    await database.close();
  });

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['a failed write', ({ query }) => query('create table never (id bigint)')],
    ['a failed health check', ({ ping }) => ping()],
  ])('is used on new connections alone once %s finds it read-only', async (_, find) => {
    const database = await openDatabase(url);
    await database.query('create table if not exists written (id bigint)');
    const both = (work: (queries: Queries) => Promise<unknown>) => {
      const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      return Promise.all(
        begun.map(({ resolve }) =>
          database.transaction(async (queries) => {
            resolve();
            await Promise.all(begun.map(({ promise }) => promise));
            await work(queries);
          }),
        ),
      );
    };
    await both(({ query }) => query('set session characteristics as transaction read only'));
    await database.transaction(() => expect(find(database)).rejects.toBeInstanceOf(Unavailable));
    await both(({ query }) => query('insert into written values (1)'));
    await database.close();
  });

  test('answers a health check while all connections of calls are at work', async () => {
    const database = await openDatabase(url);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const calls = Array.from({ length: 12 }, () => database.transaction(() => done));
    await expect.poll(database.load).toMatchObject({ total: 10, idle: 0, waiting: 2 });
    await database.ping();
    finish();
    await Promise.all(calls);
    await database.close();
  });

  test('is asked for keep-alive by a command that waits without a limit', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    onTestFinished(() => keepAlive.mockRestore());
    const operator = openPostgres(url, testKeyring(), operatorLimits);
    await operator.ping();
    expect(keepAlive).toHaveBeenCalledWith(true, 10_000);
    await operator.close();
  });

  test('gets a transaction again if it asks for a repetition', async () => {
    const database = await openDatabase(url);
    await database.query('create table turns (id bigint primary key, turn bigint)');
    await database.query('insert into turns values (1, 0), (2, 0)');
    let runs = 0;
    let begun = 0;
    const bothLocked = Promise.withResolvers<void>();
    const take = (first: number, second: number) =>
      database.transaction(async (queries) => {
        runs += 1;
        await queries.query('update turns set turn = turn + 1 where id = $1', [first]);
        begun += 1;
        if (begun === 2) bothLocked.resolve();
        await bothLocked.promise;
        await queries.query('update turns set turn = turn + 1 where id = $1', [second]);
      });
    await Promise.all([take(1, 2), take(2, 1)]);
    // The server may find both in the way.
    expect(runs).toBeGreaterThan(2);
    const load = { total: 2, idle: 2, waiting: 0, retries: runs - 2 };
    expect(database.load()).toEqual(load);
    expect(await database.query('select turn from turns')).toEqual([{ turn: 2 }, { turn: 2 }]);
    await database.close();
  });
});

test('a server that restarts under load loses nothing that was answered', async () => {
  const load = { senders: 4, receipts: 8, restarts: 1 };
  const { statuses, answered, stored } = await restartUnderLoad(server, load);
  expect(Object.keys(statuses)).toEqual(['201', '503']);
  expect(statuses['201']).toBe(32);
  expect(stored.sort((a, b) => a - b)).toEqual(answered.sort((a, b) => a - b));
});

/** Errors of the driver without a code, which only their words tell apart; an upgrade may change them. */
test.each([
  ['pg/lib/client.js', 'timeout expired'],
  ['pg/lib/client.js', 'Connection terminated'],
  ['pg/lib/client.js', 'Connection terminated unexpectedly'],
  ['pg/lib/client.js', 'Query read timeout'],
  ['pg/lib/client.js', 'Client has encountered a connection error and is not queryable'],
  ['pg/lib/client.js', 'Client was closed and is not queryable'],
  ['pg-pool/index.js', 'timeout exceeded when trying to connect'],
  ['pg-pool/index.js', 'Connection terminated due to connection timeout'],
])('an error of %s that says ‘%s’ is trouble of the server', async (file, sentence) => {
  const source = await readFile(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8');
  expect(source).toContain(`new Error('${sentence}'`);
  expect(() => throwDatabaseFailure(new Error(sentence))).toThrow(Unavailable);
});
