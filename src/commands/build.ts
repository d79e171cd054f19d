import { spawn } from 'node:child_process';
import { createHash, hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadCampaign } from '../campaign/load.ts';
import type { CampaignSnapshot } from '../campaign/snapshot.ts';
import type { PictureHashes } from '../gateway/campaign-versions/version-queries.ts';
import { closesWithItsPrizes } from '../rules/campaign/campaign-phase.ts';
import {
  type BuildRecord,
  keepEarlierParts,
  recordFile,
  refuseOtherFiles,
  removeInterrupted,
  replaceFolder,
  root,
  sitesFolder,
  variablesNamed,
} from './site-folder.ts';

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
      env: Object.fromEntries(variablesNamed(/./, { ...process.env, ...variables })),
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

export async function recordOf(
  snapshot: CampaignSnapshot,
  pictures: PictureHashes = {},
): Promise<BuildRecord> {
  // Pages read the stock from the gateway, because it changes all the time.
  const { engines } = snapshot.campaign;
  const isSoldOut = closesWithItsPrizes({ engines, prizes: snapshot.prizes });
  const prizes = snapshot.prizes.map(({ quantity: _stock, ...prize }) => prize);
  const siteSnapshot = { ...snapshot, prizes };
  const { winners: _winners, ...campaign } = siteSnapshot;
  return {
    inputs: await siteInputs(root, { ...siteSnapshot, isSoldOut, pictures }),
    campaign: hash('sha256', JSON.stringify(campaign), 'hex'),
  };
}

const sourcePaths = ['src', 'widgets', 'astro.config.mjs', 'package.json', 'package-lock.json'];

/** The campaign's own variables are left out: they only say which campaign it is. */
const pageVariables = /^(PUBLIC_|SITE_URL$|DEBUG_SECRET$|ALLOWED_ORIGINS$)/;

/** Source files by size and time, variables and campaign: the same hash, the same site. */
export async function siteInputs(root: string, campaign: unknown): Promise<string> {
  const hasher = createHash('sha256');
  for (const line of (await Promise.all(sourcePaths.map((name) => filesIn(root, name)))).flat()) {
    hasher.update(line);
  }
  hasher.update(JSON.stringify([variablesNamed(pageVariables, process.env), campaign]));
  return hasher.digest('hex');
}

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
