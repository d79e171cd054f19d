import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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
import { loadCampaign } from '../campaign/load.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import { closesWithItsPrizes } from '../rules/campaign/campaign-phase.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const sitesFolder = join(root, '.sites');

export const recordFile = '.built-from.json';

/** A build folder older than this is of a build that was interrupted. */
const longestBuildMs = 60 * 60_000;

/** Pages that people had open before still load parts of an earlier site for so long. */
const earlierPartsMs = 24 * 60 * 60_000;

const BuildRecord = type({
  inputs: string(),
  campaign: string(),
  /** When earlier parts that are still there were replaced, by their names. */
  replaced: optional(recordOfValues(string(), number())),
});
type BuildRecord = Infer<typeof BuildRecord>;

interface BuildOptions {
  variables?: Readonly<Record<string, string>>;
  parameters?: readonly string[];
  record?: BuildRecord;
  /** People may have pages of the earlier site open. */
  isServed?: boolean;
  signal?: AbortSignal;
}

/** Replaces the site at the end; throws when the build fails or the folder is no site. */
export async function buildSite(directory: string, options: BuildOptions = {}): Promise<void> {
  const { variables, parameters = ['--silent'], record, isServed, signal } = options;
  await refuseOtherFiles(directory);
  await removeInterrupted(directory);
  // Outside of the project, two builds would share Astro's temporary folder.
  const fresh = join(sitesFolder, `building-${randomUUID().slice(0, 8)}`);
  signal?.throwIfAborted();
  try {
    const build = spawn('astro', ['build', ...parameters, '--outDir', fresh], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...variables },
    });
    const end = () => build.kill();
    signal?.addEventListener('abort', end);
    const [code] = await once(build, 'exit');
    signal?.removeEventListener('abort', end);
    if (code !== 0) throw new Error('The site could not be built.');
    const replaced = isServed ? await keepEarlierParts(directory, fresh) : undefined;
    if (record) await writeFile(join(fresh, recordFile), JSON.stringify({ ...record, replaced }));
    await replaceFolder(directory, fresh);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

export async function recordOf(snapshot: CampaignSnapshot): Promise<BuildRecord> {
  // Pages read the stock from the gateway, because it changes all the time.
  const { engines } = snapshot.campaign;
  const isSoldOut = closesWithItsPrizes({ engines, prizes: snapshot.prizes });
  const prizes = snapshot.prizes.map(({ quantity: _stock, ...prize }) => prize);
  const shown = { ...snapshot, prizes };
  const { winners: _winners, ...campaign } = shown;
  return {
    inputs: await siteInputs(root, { ...shown, isSoldOut }),
    campaign: createHash('sha256').update(JSON.stringify(campaign)).digest('hex'),
  };
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
async function refuseOtherFiles(directory: string): Promise<void> {
  const names = await readdir(directory).catch((): string[] => []);
  if (names.length === 0 || names.includes('_astro')) return;
  throw new Error(`${directory} holds other files than a built site: name an empty folder.`);
}

/** Scripts and styles have their hashes in their names. @returns when those kept were replaced */
async function keepEarlierParts(
  directory: string,
  fresh: string,
): Promise<BuildRecord['replaced']> {
  const now = Date.now();
  const known = (await readBuildRecord(directory))?.replaced;
  const [earlier, later] = [join(directory, '_astro'), join(fresh, '_astro')];
  const there = new Set(await readdir(later));
  const replaced: Record<string, number> = {};
  for (const name of await readdir(earlier).catch((): string[] => [])) {
    const at = known?.[name] ?? now;
    if (there.has(name) || now - at > earlierPartsMs) continue;
    await cp(join(earlier, name), join(later, name), { recursive: true });
    replaced[name] = at;
  }
  return replaced;
}

async function replaceFolder(directory: string, fresh: string): Promise<void> {
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

async function removeInterrupted(directory: string): Promise<void> {
  for (const folder of new Set([sitesFolder, dirname(directory)])) {
    for (const name of await readdir(folder).catch((): string[] => [])) {
      if (!/(?:^|\.next-|\.old-)building-[0-9a-f]{8}$/.test(name)) continue;
      const left = join(folder, name);
      const entry = await stat(left).catch(() => null);
      if (!entry || Date.now() - entry.mtimeMs < longestBuildMs) continue;
      await rm(left, { recursive: true, force: true });
    }
  }
}

const sourcePaths = ['src', 'widgets', 'astro.config.mjs', 'package-lock.json'];

/** The campaign's own variables are left out: they only say which campaign it is. */
const pageVariables = /^(PUBLIC_|SITE_URL$|DEBUG_SECRET$|ALLOWED_ORIGINS$)/;

/** Source files by size and time, variables and campaign: the same hash, the same site. */
export async function siteInputs(root: string, campaign: unknown): Promise<string> {
  const hash = createHash('sha256');
  for (const line of (await Promise.all(sourcePaths.map((name) => filesIn(root, name)))).flat()) {
    hash.update(line);
  }
  hash.update(JSON.stringify([variablesNamed(pageVariables, process.env), campaign]));
  return hash.digest('hex');
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

/** A line per file below it: name, size and time. */
async function filesIn(root: string, name: string): Promise<string[]> {
  const entry = await stat(join(root, name)).catch(() => null);
  if (!entry) return [];
  if (!entry.isDirectory()) return [`${name} ${entry.size} ${entry.mtimeMs}\n`];
  const names = (await readdir(join(root, name))).sort();
  return (await Promise.all(names.map((inside) => filesIn(root, join(name, inside))))).flat();
}

async function main(words: readonly string[]): Promise<void> {
  const at = words.findIndex((word) => word === '--outDir' || word.startsWith('--outDir='));
  const isTwoWords = words[at] === '--outDir';
  const named = isTwoWords ? words[at + 1] : words[at]?.slice('--outDir='.length);
  const parameters = at < 0 ? words : words.toSpliced(at, isTwoWords ? 2 : 1);
  const directory = named || process.env['SITE_DIR']?.trim() || join(root, 'dist');
  const record = await recordOf(await loadCampaign(process.env));
  await buildSite(resolve(directory), { parameters, record });
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
