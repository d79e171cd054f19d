import { createHash } from 'node:crypto';
import { cpSync, openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { migrate } from '../../src/gateway/db/open.ts';
import { openPglite } from '../../src/gateway/db/pglite.ts';
import { testKeyring } from './database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../test-results/empty-database/${name}`, import.meta.url));

/** What is in memory survives no crash, and no test reads the statistics of its tables. */
const unneededInMemory = ['synchronous_commit', 'full_page_writes', 'track_counts'];

/**
 * The runners' global set-up: an embedded database with every table and no row, as a folder and as
 * a copy for memory. Gateways under test start from it, which saves each the seconds that Postgres
 * takes to set up its own tables. The runners of one `npm test` share the one that the first has made.
 */
export default async function makeEmptyDatabase(): Promise<void> {
  const sources = await hashOfSources();
  if ((await readFile(pathOf('made-from'), 'utf8').catch(() => null)) === sources) return;
  await rm(pathOf('made-from'), { force: true });
  const ownFolder = pathOf(`made-by-${process.pid}`);
  await mkdir(ownFolder, { recursive: true });
  const database = await openPglite(pathToFileURL(`${ownFolder}/folder`).href, testKeyring());
  await migrate(database);
  // Two more databases, from which new ones are made, are most of the files that each gateway copies.
  await database.query("update pg_database set datistemplate = false where datname <> 'postgres'");
  for (const name of ['template0', 'template1']) await database.query(`drop database ${name}`);
  // All buffers are filled with zeros at each start.
  await database.query("alter system set shared_buffers = '16MB'");
  for (const name of unneededInMemory) await database.query(`alter system set ${name} = off`);
  await writeFile(`${ownFolder}/copy`, (await database.dump()).stream());
  for (const name of unneededInMemory) await database.query(`alter system reset ${name}`);
  await database.close();
  for (const name of ['folder', 'copy']) {
    await rm(pathOf(name), { recursive: true, force: true });
    await rename(`${ownFolder}/${name}`, pathOf(name));
  }
  await writeFile(pathOf('made-from'), sources);
  await rm(ownFolder, { recursive: true });
}

/** Covers all that shapes an empty database: the migrations, their runner and Postgres itself. */
export async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  const folder = join(root, 'src/gateway/db');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The empty database, to load into memory. */
export const emptyDatabase = (): Promise<Blob> => openAsBlob(pathOf('copy'));

/**
 * Puts the empty database where a gateway with this `DATA_DIR` looks for its own. Of its six
 * hundred files each takes a promise several turns, so they are copied at once: a third of the processor's
 * time.
 */
export function copyEmptyDatabase(dataDirectory: string): void {
  cpSync(pathOf('folder'), `${dataDirectory}/database`, { recursive: true });
}
