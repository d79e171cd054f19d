import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = ['src', 'public', 'widgets', 'astro.config.mjs', 'package-lock.json'];
const VARIABLES = /^(PUBLIC_|CAMPAIGN_|TENANT_ID$|SITE_URL$|DEBUG_SECRET$)/;

/**
 * A hash of what a build of the site is made from: source files by size and time, the variables
 * that it reads, and the campaign. The same hash means that the built site is still right.
 */
export async function siteInputs(root: string, campaign: unknown): Promise<string> {
  const hash = createHash('sha256');
  for (const line of (await Promise.all(SOURCES.map((name) => linesOf(root, name)))).flat()) {
    hash.update(line);
  }
  const variables = Object.entries(process.env).filter(([name]) => VARIABLES.test(name));
  hash.update(JSON.stringify([variables.sort(), campaign]));
  return hash.digest('hex');
}

/** One line per file. */
async function linesOf(root: string, name: string): Promise<string[]> {
  const entry = await stat(join(root, name)).catch(() => null);
  if (!entry) return [];
  if (!entry.isDirectory()) return [`${name} ${entry.size} ${entry.mtimeMs}\n`];
  const names = (await readdir(join(root, name))).sort();
  return (await Promise.all(names.map((each) => linesOf(root, join(name, each))))).flat();
}
