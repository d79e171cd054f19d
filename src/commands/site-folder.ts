import { hash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  create,
  type Infer,
  number,
  optional,
  record as recordOfValues,
  string,
  type,
} from 'superstruct';
import { readSettings } from '../gateway/settings/settings.ts';
import { dayMs, hourMs } from '../rules/dates.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const sitesFolder = join(root, '.sites');

export const recordFile = '.built-from.json';

/** Sites of other campaigns stay for the next start with the same settings, at most this many. */
const keptSites = 5;

/** Another process may still serve a site that was used within this time. */
const inUseMs = 10 * 60_000;

const BuildRecord = type({
  inputs: string(),
  campaign: string(),
  /** When earlier parts that are still there were replaced, by their paths. */
  replaced: optional(recordOfValues(string(), number())),
});
export type BuildRecord = Infer<typeof BuildRecord>;

const isSiteName = (name: string) => /^[0-9a-f]{12}$/.test(name);

const campaignVariables = /^(CAMPAIGN_|TENANT_ID$)/;
const siteVariables = /^(CAMPAIGN_|TENANT_ID$|PUBLIC_|SITE_URL$|DEBUG_SECRET$|ALLOWED_ORIGINS$)/;

/**
 * SITE_DIR, else `dist` for the default database, else a folder in `.sites` named after database
 * and variables: starts that differ do not write into each other's pages.
 */
export async function siteFolder(environment: Environment): Promise<string> {
  if (environment['SITE_DIR']?.trim()) return resolve(environment['SITE_DIR']);
  const { databaseUrl, campaignFile } = readSettings(environment);
  const isDefault =
    databaseUrl === readSettings({}).databaseUrl &&
    variablesNamed(campaignVariables, environment).length === 0;
  if (isDefault) return join(root, 'dist');
  const campaign = campaignFile && (await readFile(campaignFile, 'utf8').catch(() => null));
  const settings = [databaseUrl, variablesNamed(siteVariables, environment), campaign];
  const name = hash('sha256', JSON.stringify(settings), 'hex').slice(0, 12);
  return join(sitesFolder, name);
}

export async function noteUse(directory: string): Promise<void> {
  const now = new Date();
  await utimes(join(directory, recordFile), now, now).catch(() => {});
}

export async function removeOldSites(folder = sitesFolder): Promise<void> {
  const names = (await readdir(folder).catch((): string[] => [])).filter(isSiteName);
  const sites = await Promise.all(
    names.map(async (name) => {
      const directory = join(folder, name);
      const { mtimeMs } = await stat(join(directory, recordFile)).catch(() => stat(directory));
      return { directory, usedAt: mtimeMs };
    }),
  );
  const removed = sites
    .sort((a, b) => b.usedAt - a.usedAt)
    .slice(keptSites)
    .filter(({ usedAt }) => Date.now() - usedAt > inUseMs);
  for (const { directory } of removed) await rm(directory, { recursive: true, force: true });
}

/** Null without a record, or for one that a crash left half written: the site is built again. */
export async function readBuildRecord(directory: string): Promise<BuildRecord | null> {
  try {
    return create(JSON.parse(await readFile(join(directory, recordFile), 'utf8')), BuildRecord);
  } catch {
    return null;
  }
}

/** SITE_DIR may name a wrong folder, which would be deleted. */
export async function refuseOtherFiles(directory: string): Promise<void> {
  const names = await readdir(directory).catch((): string[] => []);
  if (names.length === 0 || names.includes('_astro')) return;
  throw new Error(`${directory} holds other files than a built site: name an empty folder.`);
}

/** Pages that people had open before still load parts of an earlier site for so long. */
const earlierPartsMs = dayMs;

/** Folders of files with a hash in the name, which open pages and cached scripts still ask for. */
const partFolders = ['_astro', 'widgets/v1'];

/** @returns when the parts that it kept were replaced */
export async function keepEarlierParts(
  directory: string,
  fresh: string,
): Promise<BuildRecord['replaced']> {
  const now = Date.now();
  const recordedParts = (await readBuildRecord(directory))?.replaced;
  const replaced: Record<string, number> = {};
  for (const folder of partFolders) {
    const there = new Set(await readdir(join(fresh, folder)));
    for (const name of await readdir(join(directory, folder)).catch((): string[] => [])) {
      const path = `${folder}/${name}`;
      const at = recordedParts?.[path] ?? now;
      if (there.has(name) || now - at > earlierPartsMs) continue;
      await cp(join(directory, path), join(fresh, path), { recursive: true });
      replaced[path] = at;
    }
  }
  return replaced;
}

export async function replaceFolder(directory: string, fresh: string): Promise<void> {
  const next = `${directory}.next-${basename(fresh)}`;
  const old = `${directory}.old-${basename(fresh)}`;
  await mkdir(dirname(directory), { recursive: true });
  await moveFolder(fresh, next);
  for (let isDone = false; !isDone; ) {
    await rename(directory, old).catch(ignore('ENOENT'));
    // Another build may have finished meanwhile: its site is moved away too.
    isDone = await rename(next, directory).then(() => true, ignore('ENOTEMPTY', 'EEXIST'));
    await rm(old, { recursive: true, force: true });
  }
}

async function moveFolder(from: string, to: string): Promise<void> {
  const isMoved = await rename(from, to).then(() => true, ignore('EXDEV'));
  if (!isMoved) await cp(from, to, { recursive: true });
}

function ignore(...codes: string[]): (error: NodeJS.ErrnoException) => false {
  return (error) => {
    if (codes.includes(error.code ?? '')) return false;
    throw error;
  };
}

/** A build folder older than this is of a build that was interrupted. */
const maxBuildMs = hourMs;

export async function removeInterrupted(directory: string): Promise<void> {
  for (const folder of new Set([sitesFolder, dirname(directory)])) {
    for (const name of await readdir(folder).catch((): string[] => [])) {
      if (!/(?:^|\.next-|\.old-)building-[0-9a-f]{8}$/.test(name)) continue;
      const path = join(folder, name);
      const entry = await stat(path).catch(() => null);
      if (!entry || Date.now() - entry.mtimeMs < maxBuildMs) continue;
      await rm(path, { recursive: true, force: true });
    }
  }
}

export function variablesNamed(
  names: RegExp,
  environment: Readonly<Record<string, string | undefined>>,
): [string, string][] {
  const set = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    names.test(name) && value?.trim() ? [[name, value]] : [],
  );
  return set.sort(([a], [b]) => (a < b ? -1 : 1));
}
