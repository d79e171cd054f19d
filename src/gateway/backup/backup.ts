import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { array, type Infer, is, literal, number, object, pattern, string } from 'superstruct';
import { addMs, dayMs } from '../../rules/dates.ts';
import { jsonOrNull, linesOf } from '../../rules/text.ts';
import { type Database, inSnapshot, type Queries } from '../db/database.ts';
import { errorCode } from '../failures.ts';
import { openPrivateFile, privateFolderMode, writePrivateFile } from '../private-files.ts';
import { scheduleFileDeletion } from '../receipts/file-deletion.ts';
import type { Storage } from '../services/storage.ts';
import {
  continueNumbers,
  emptyTables,
  findAllFileKeys,
  findMigrations,
  findNextNumbers,
  findReceiptFileKeys,
  findTables,
  insertRows,
  readRows,
  type Table,
} from './queries.ts';

const pageSize = 2000;

interface BackupJob {
  database: Database;
  storage: Storage;
  /** Null for a dry run: everything is read and nothing written. */
  folder: string | null;
  now: Date;
  progress: (sentence: string) => void;
}

/** @returns also how many of the receipts' files the storage lacks, which the backup lacks too */
export async function backUp(
  job: BackupJob,
): Promise<{ tables: number; rows: number; files: number; missing: number }> {
  const { database, folder, now } = job;
  if (folder) {
    for (const name of ['', 'tables', 'files']) {
      await mkdir(join(folder, name), { mode: privateFolderMode });
    }
  }
  const { keys, ...rows } = await inSnapshot(database, async (queries) => {
    const tables: Contents['tables'] = [];
    for (const table of inFillingOrder(await findTables(queries))) {
      tables.push({ name: table.name, ...(await writeTable(queries, table, folder)) });
      job.progress(`${table.name}: ${tables.at(-1)?.rows} rows`);
    }
    const migrations = await findMigrations(queries);
    return { keys: await findReceiptFileKeys(queries), migrations, tables };
  });
  const files = await writeFiles(job, keys);
  const missing = await countMissing(database, keys, files);
  const contents = { version: 1 as const, madeAt: now.toISOString(), ...rows, files };
  if (folder) await writeManifest(folder, contents);
  job.progress(
    'Its secrets are wrapped, and the key is not in it: keep SECRETS_KEY (or secrets.key of DATA_DIR) elsewhere.',
  );
  const total = rows.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: rows.tables.length, rows: total, files: files.length, missing };
}

/** In the order of foreign keys: a referenced table comes first. */
function inFillingOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const isReady = ({ name, needs }: Table) =>
      ordered.every((table) => table.name !== name) &&
      needs.every((needed) => ordered.some((table) => table.name === needed));
    const ready = tables.filter(isReady);
    if (ready.length === 0) throw new Error('Tables point into each other');
    ordered.push(...ready);
  }
  return ordered;
}

async function writeTable(
  queries: Queries,
  table: Table,
  folder: string | null,
): Promise<{ rows: number; sha256: string }> {
  const file = folder ? await openPrivateFile(join(folder, tableFile(table.name))) : null;
  const hasher = createHash('sha256');
  let count = 0;
  try {
    for await (const rows of readRows(queries, table, pageSize)) {
      const text = rows.map((row) => `${row}\n`).join('');
      hasher.update(text);
      count += rows.length;
      await file?.appendFile(text);
    }
  } finally {
    await file?.close();
  }
  return { rows: count, sha256: hasher.digest('hex') };
}

async function writeFiles(
  { storage, folder, progress }: BackupJob,
  keys: readonly string[],
): Promise<Contents['files']> {
  const files: Contents['files'] = [];
  for (const key of keys) {
    const bytes = await storage.get(key);
    if (bytes) {
      const sha256 = hash('sha256', bytes, 'hex');
      if (folder) await writePrivateFile(join(folder, storedFile(sha256)), bytes);
      files.push({ key, sha256 });
    } else {
      progress(`The file ${key} is not in the storage.`);
    }
  }
  return files;
}

/** A file that was removed while the backup was made is no longer named by a receipt. */
async function countMissing(
  queries: Queries,
  keys: readonly string[],
  files: Contents['files'],
): Promise<number> {
  const written = new Set(files.map(({ key }) => key));
  const named = new Set(await findReceiptFileKeys(queries));
  return keys.filter((key) => !written.has(key) && named.has(key)).length;
}

/** Names become SQL and paths, so a manifest written by others must not choose them freely. */
const TableName = pattern(string(), /^[a-z_]+$/);
const FileKey = pattern(string(), /^[\w-]+(?:\/[\w-]+)*$/);
const Sha256 = pattern(string(), /^[\da-f]{64}$/);

const Contents = object({
  version: literal(1),
  madeAt: string(),
  /** Version of the database it was made from; other versions have other tables. */
  migrations: array(string()),
  tables: array(object({ name: TableName, rows: number(), sha256: Sha256 })),
  files: array(object({ key: FileKey, sha256: Sha256 })),
});
export type Contents = Infer<typeof Contents>;

const Manifest = object({ sha256: Sha256, contents: Contents });

const tableFile = (name: string) => join('tables', `${name}.jsonl`);
const storedFile = (sha256: string) => join('files', sha256);
const manifestFile = 'backup.json';

/** Written last: a folder without it is no backup. */
async function writeManifest(folder: string, contents: Contents): Promise<void> {
  const manifest = { sha256: hash('sha256', JSON.stringify(contents), 'hex'), contents };
  await writePrivateFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns the name of the first file that differs from what was written */
export async function readBackup(
  folder: string,
): Promise<{ contents: Contents } | { broken: string }> {
  const manifest = jsonOrNull(await readFile(join(folder, manifestFile), 'utf8'));
  if (!is(manifest, Manifest)) return { broken: manifestFile };
  const { sha256, contents } = manifest;
  if (hash('sha256', JSON.stringify(contents), 'hex') !== sha256) return { broken: manifestFile };
  const files = [
    ...contents.tables.map((table) => ({ file: tableFile(table.name), sha256: table.sha256 })),
    ...contents.files.map((stored) => ({ file: storedFile(stored.sha256), sha256: stored.sha256 })),
  ];
  for (const { file, sha256: written } of files) {
    if ((await hashFile(join(folder, file))) !== written) return { broken: file };
  }
  return { contents };
}

async function hashFile(path: string): Promise<string | null> {
  const hasher = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hasher.update(chunk);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  return hasher.digest('hex');
}

const restoringMs = dayMs;
const rowsAtOnce = 1000;

/** Before the rows, so that none names a missing file. A refused restore deletes them. */
export async function storeFiles(
  {
    database,
    storage,
    folder,
    now,
  }: Pick<BackupJob, 'database' | 'storage' | 'now'> & { folder: string },
  { files }: Contents,
): Promise<void> {
  const keptUntil = addMs(now, restoringMs);
  for (const { key, sha256 } of files) {
    // Waits until a deletion under way has ended: it would take the new file as well.
    await database.withLock(key, (queries) => scheduleFileDeletion(queries, [key], keptUntil));
    await storage.put(key, await readFile(join(folder, storedFile(sha256))));
  }
}

/** Files that no row of the backup knows would never be deleted, so that is scheduled here. */
export async function fillTables(
  queries: Queries,
  { tables }: Contents,
  { folder, progress, now }: Pick<BackupJob, 'progress' | 'now'> & { folder: string },
): Promise<void> {
  const numbersBefore = await findNextNumbers(queries);
  const keysBefore = await findAllFileKeys(queries);
  await emptyTables(
    queries,
    tables.map(({ name }) => name),
  );
  for (const { name, rows } of tables) {
    let page: string[] = [];
    for await (const line of linesOf(createReadStream(join(folder, tableFile(name)), 'utf8'))) {
      page.push(line);
      if (page.length < rowsAtOnce) continue;
      await insertRows(queries, name, page);
      page = [];
    }
    if (page.length > 0) await insertRows(queries, name, page);
    progress(`${name}: ${rows} rows`);
  }
  await continueNumbers(queries, numbersBefore);
  const storedKeys = new Set(await findAllFileKeys(queries));
  const unnamedKeys = keysBefore.filter((key) => !storedKeys.has(key));
  await scheduleFileDeletion(queries, unnamedKeys, now);
}
