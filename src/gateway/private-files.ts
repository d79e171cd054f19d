import { chmod, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Settings } from './settings/settings.ts';

/** Only the gateway's own system user may read files with people's data. */
export const privateFileMode = 0o600;
export const privateFolderMode = 0o700;

const ofOthers = 0o077;
const sticky = 0o1000;

/** Empties and restricts an existing file. Use `appendFile`: `write` may write only a part. */
export async function openPrivateFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'w', privateFileMode);
  try {
    // A terminal or a pipe keeps the mode it has.
    if ((await file.stat()).isFile()) await chmod(path, privateFileMode);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function writePrivateFile(path: string, data: string | Uint8Array): Promise<void> {
  const file = await openPrivateFile(path);
  try {
    await file.writeFile(data);
  } finally {
    await file.close();
  }
}

/** Writes a new file and renames it, so that a failure leaves the old one as it was. */
export async function replaceFile<Result>(
  path: string,
  write: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const part = `${path}.part`;
  const file = await openPrivateFile(part);
  try {
    const result = await write(file).finally(() => file.close());
    await rename(part, path);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Creates the data folders, or restricts existing ones, to the gateway's own user.
 * @returns a sentence for each folder that other users can still read
 */
export async function makeDataFolders(
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl' | 'storageUrl' | 'smtpUrl'>,
): Promise<string[]> {
  const { dataDirectory, databaseUrl, storageUrl, smtpUrl } = settings;
  // Folders inside DATA_DIR too: it may belong to another user and stay open.
  const namedPaths = [
    { variable: 'DATABASE_URL', url: databaseUrl },
    { variable: 'STORAGE_URL', url: storageUrl },
  ]
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ variable, url }) => ({ variable, path: fileURLToPath(url) }));
  const isUsed = smtpUrl === null || namedPaths.length > 0;
  const folders = [
    ...(isUsed ? [{ variable: 'DATA_DIR', path: dataDirectory }] : []),
    ...namedPaths,
  ];
  const sentences = await Promise.all(folders.map(makePrivateFolder));
  return sentences.filter((sentence) => sentence !== null);
}

async function makePrivateFolder(folder: {
  variable: string;
  path: string;
}): Promise<string | null> {
  const { variable, path } = folder;
  await mkdir(path, { recursive: true, mode: privateFolderMode });
  if (process.platform === 'win32') return null;
  const { mode } = await stat(path);
  if ((mode & ofOthers) === 0) return null;
  // Folders that all users share on purpose, such as /tmp, must stay as they are.
  const isShared = (mode & sticky) !== 0 || dirname(path) === path;
  if (!isShared) await chmod(path, mode & 0o7777 & ~ofOthers).catch(() => {});
  // Some file systems accept the change and keep the mode.
  if (((await stat(path)).mode & ofOthers) === 0) return null;
  const remedy = isShared
    ? 'all users share it: name a folder of its own'
    : 'this process cannot change that: its owner can, by chmod 700';
  return `${variable}: other users of this machine can reach people’s data in ${path}, and ${remedy}.`;
}

/** Two processes would corrupt the embedded database's files. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(directory: string) {
    super(
      `The database in ${directory} is in use by another process, such as the gateway. ` +
        'Stop it first, or set DATABASE_URL to a PostgreSQL server, which many may use at once.',
    );
  }
}

/** SQLite's lock of a file beside it ends with the process. @throws FolderInUse */
export function lockFolder(directory: string): () => void {
  const file = new DatabaseSync(`${directory}.lock`, { timeout: 0 });
  try {
    file.exec('begin exclusive');
  } catch {
    file.close();
    throw new FolderInUse(directory);
  }
  return () => file.close();
}
