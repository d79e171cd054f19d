import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readSettings } from '../gateway/settings/settings.ts';
import { recordFile, root, sitesFolder, variablesNamed } from './build.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Sites of other campaigns stay for the next start with the same settings, at most this many. */
const keptSites = 5;

/** Another process may still serve a site that was used within this time. */
const inUseMs = 10 * 60_000;

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
  const name = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 12);
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
