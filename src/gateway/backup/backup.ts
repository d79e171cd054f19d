import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  array,
  type Infer,
  is,
  literal,
  number,
  object,
  pattern,
  string,
  union,
} from 'superstruct';
import { addMs, dayMs } from '../../rules/dates.ts';
import { jsonOrNull, linesOf } from '../../rules/text.ts';
import { type Database, inSnapshot, type Queries } from '../db/database.ts';
import { findRecordedScripts } from '../db/open.ts';
import { errorCode } from '../failures.ts';
import { openPrivateFile, privateFolderMode, writePrivateFile } from '../private-files.ts';
import { scheduleFileDeletion } from '../receipts/file-deletion.ts';
import type { Storage } from '../services/storage.ts';
import {
  continueNumbers,
  countNamedFiles,
  emptyTables,
  findAllFileKeys,
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
    const migrations = await findRecordedScripts(queries);
    return { keys: await findReceiptFileKeys(queries), migrations, tables };
  });
  const { files, absent } = await writeFiles(job, keys);
  const missing = await countNamedFiles(database, absent);
  const contents = { version: 2 as const, madeAt: now.toISOString(), ...rows, files };
  if (folder) await writeManifest(folder, contents);
  job.progress(
    'Its secrets are wrapped, and the key is not in it: keep SECRETS_KEY (or secrets.key of DATA_DIR) elsewhere.',
  );
  const total = rows.tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: rows.tables.length, rows: total, files: files.count, missing };
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

const filesAtOnce = 16;

/** Their list is a file of its own: as one text it would be too long with millions of them. */
async function writeFiles(
  { storage, folder, progress }: BackupJob,
  keys: readonly string[],
): Promise<{ files: FileListDigest; absent: string[] }> {
  const list = folder ? await openPrivateFile(join(folder, fileListFile)) : null;
  const hasher = createHash('sha256');
  const absent: string[] = [];
  const writeFile = async (key: string): Promise<string> => {
    const bytes = await storage.get(key);
    if (!bytes) {
      absent.push(key);
      progress(`The file ${key} is not in the storage.`);
      return '';
    }
    const sha256 = hash('sha256', bytes, 'hex');
    if (folder) await writePrivateFile(join(folder, storedFile(sha256)), bytes);
    return `${JSON.stringify({ key, sha256 })}\n`;
  };
  try {
    for (let first = 0; first < keys.length; first += filesAtOnce) {
      const lines = await Promise.all(keys.slice(first, first + filesAtOnce).map(writeFile));
      const text = lines.join('');
      hasher.update(text);
      await list?.appendFile(text);
    }
  } finally {
    await list?.close();
  }
  const count = keys.length - absent.length;
  return { files: { count, sha256: hasher.digest('hex') }, absent };
}

/** Names become SQL and paths, so a manifest written by others must not choose them freely. */
const TableName = pattern(string(), /^[a-z_]+$/);
const FileKey = pattern(string(), /^[\w-]+(?:\/[\w-]+)*$/);
const Sha256 = pattern(string(), /^[\da-f]{64}$/);

const StoredFile = object({ key: FileKey, sha256: Sha256 });
type StoredFile = Infer<typeof StoredFile>;
const FileListDigest = object({ count: number(), sha256: Sha256 });
type FileListDigest = Infer<typeof FileListDigest>;

const shared = {
  madeAt: string(),
  /** Version of the database it was made from; other versions have other tables. */
  migrations: array(string()),
  tables: array(object({ name: TableName, rows: number(), sha256: Sha256 })),
};
const Contents = union([
  object({ version: literal(2), ...shared, files: FileListDigest }),
  // Earlier backups list their files in the manifest itself.
  object({ version: literal(1), ...shared, files: array(StoredFile) }),
]);
export type Contents = Infer<typeof Contents>;

export function countFiles(contents: Contents): number {
  return contents.version === 1 ? contents.files.length : contents.files.count;
}

const Manifest = object({ sha256: Sha256, contents: Contents });

const tableFile = (name: string) => join('tables', `${name}.jsonl`);
const storedFile = (sha256: string) => join('files', sha256);
const manifestFile = 'backup.json';
const fileListFile = 'files.jsonl';

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
  const files = contents.tables.map(({ name, ...table }) => ({ ...table, file: tableFile(name) }));
  const lists = contents.version === 1 ? [] : [{ file: fileListFile, ...contents.files }];
  for (const { file, sha256: written } of [...files, ...lists]) {
    if ((await hashFile(join(folder, file))) !== written) return { broken: file };
  }
  for await (const stored of storedFiles(folder, contents)) {
    if (!stored) return { broken: fileListFile };
    const file = storedFile(stored.sha256);
    if ((await hashFile(join(folder, file))) !== stored.sha256) return { broken: file };
  }
  return { contents };
}

/** Null for a line that is none of ours. */
async function* storedFiles(
  folder: string,
  contents: Contents,
): AsyncGenerator<StoredFile | null, void> {
  if (contents.version === 1) return yield* contents.files;
  for await (const line of linesOf(createReadStream(join(folder, fileListFile), 'utf8'))) {
    const stored = jsonOrNull(line);
    yield is(stored, StoredFile) ? stored : null;
  }
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
  contents: Contents,
): Promise<void> {
  const keptUntil = addMs(now, restoringMs);
  for await (const stored of storedFiles(folder, contents)) {
    if (!stored) throw new Error(`${fileListFile} was changed meanwhile`);
    const { key, sha256 } = stored;
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
