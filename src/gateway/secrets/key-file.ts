import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, findOne, type PostgresLimits, type Queries } from '../db/database.ts';
import { assertUpToDate, migrate, openDatabase, WrongVersion } from '../db/open.ts';
import { findCampaignIds } from '../db/queries/campaigns.ts';
import {
  type Keyring,
  keyIdOf,
  openKeyring,
  secretsKeyBytes,
  WrongSecretsKey,
} from '../db/wrap-secrets.ts';
import { errorCode } from '../failures.ts';
import { FolderInUse, privateFolderMode, replaceFile } from '../private-files.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import { databaseLocation, readSecretsKeys } from '../settings/variables.ts';

type KeySettings = Pick<Settings, 'secretsKeys' | 'databaseUrl' | 'dataDirectory'>;

interface Opening {
  limits?: PostgresLimits;
  /** Only a gateway changes tables, or `restore` if they are empty, which other commands refuse. */
  by?: 'gateway' | 'restore' | 'command';
}

class NoCampaign extends SettingsError {
  constructor(url: string) {
    const location = databaseLocation(url);
    const address = location.kind === 'folder' ? location.path : withoutCredentials(url);
    super(
      `The database ${address} holds no campaign: set DATABASE_URL or DATA_DIR as the gateway has them.`,
    );
  }
}

function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/**
 * Opens the database with the keys of its secrets: from SECRETS_KEY, else from the file beside an
 * embedded database, which the first start makes.
 * @param report called with a sentence when a key was made
 * @throws SettingsError (WrongVersion too) or WrongSecretsKey, each with one sentence
 */
export async function openWithSecrets(
  settings: KeySettings,
  report: (sentence: string) => void,
  { limits, by = 'gateway' }: Opening = {},
): Promise<Database> {
  const { secretsKeys, databaseUrl, dataDirectory } = settings;
  const location = databaseLocation(databaseUrl);
  if (by === 'command' && location.kind === 'folder' && !existsSync(location.path)) {
    throw new NoCampaign(databaseUrl);
  }
  const prepare = async (database: Database) => {
    if (by === 'gateway') return migrate(database);
    if (await hasCampaign(database)) return assertUpToDate(database);
    if (by === 'restore') return migrate(database);
    throw new NoCampaign(databaseUrl);
  };
  const open = (keyring: Keyring) => openDatabase(databaseUrl, keyring, limits, prepare);
  if (secretsKeys) return open(openKeyring(secretsKeys));
  if (location.kind === 'memory') return open(openKeyring([newKey()]));
  const path = join(dataDirectory, 'secrets.key');
  const isNew = await makeKeyFile(path);
  const keys = await readKeyFile(path);
  const database = await open(openKeyring(keys, path)).catch(async (error: unknown) => {
    // The new key has wrapped nothing yet; left there, it would hide that the right one is lost.
    const isUnused = [WrongSecretsKey, WrongVersion, FolderInUse, NoCampaign].some(
      (kind) => error instanceof kind,
    );
    if (isNew && isUnused) await rm(path, { force: true });
    throw error;
  });
  if (isNew) {
    report(
      `The database’s secrets are wrapped by the key ${keys.map(keyIdOf).join()} in ${path}: keep a copy of that file, and not where the backups are.`,
    );
  }
  return database;
}

async function hasCampaign(queries: Queries): Promise<boolean> {
  const table = await findOne<{ isThere: boolean }>(
    queries,
    `select to_regclass('campaigns') is not null as "isThere"`,
  );
  return table?.isThere === true && (await findCampaignIds(queries)).length > 0;
}

export function newKey(): Buffer {
  return randomBytes(secretsKeyBytes);
}

/** For rotations and restores: one would take away the key that the other wraps rows by. */
export function oneKeyChangeAtATime<Result>(
  database: Database,
  change: () => Promise<Result>,
): Promise<Result> {
  // Its connection is idle while others do the work, and must not lose the lock meanwhile.
  return database.withLock('secrets', change, { mayBeIdle: true });
}

/** The keys of the file that were added to it since this process started. */
export async function readAddedKeys({ file, keys }: Keyring): Promise<Uint8Array[]> {
  if (file === null) return [];
  const knownIds = keys().map(keyIdOf);
  return (await readKeyFile(file)).filter((key) => !knownIds.includes(keyIdOf(key)));
}

export function writeKeyFile(path: string, keys: readonly Uint8Array[]): Promise<void> {
  return replaceFile(path, async (file) => {
    await file.writeFile(keyText(keys));
    await file.sync();
  });
}

/** Written completely before any secret is wrapped by it. @returns false when there is a file */
async function makeKeyFile(path: string): Promise<boolean> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) return false;
  await mkdir(dirname(path), { recursive: true, mode: privateFolderMode });
  const temporaryPath = `${path}.${process.pid}`;
  await writeKeyFile(temporaryPath, [newKey()]);
  try {
    // Unlike a rename, a link never replaces the file of a process that started at the same time.
    await link(temporaryPath, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporaryPath);
  }
}

async function readKeyFile(path: string): Promise<Uint8Array[]> {
  const keys = readSecretsKeys((await readFile(path, 'utf8')).trim().replaceAll('\n', ','));
  if (keys) return keys;
  throw new SettingsError(
    `${path} must hold a key of 32 bytes in base64 per line, and it does not.`,
  );
}

function keyText(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');
}
