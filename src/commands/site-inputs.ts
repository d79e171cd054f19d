import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = ['src', 'widgets', 'astro.config.mjs', 'package-lock.json'];

/** The campaign's own variables are left out: they only say which campaign it is. */
const PAGE_VARIABLES = /^(PUBLIC_|SITE_URL$|DEBUG_SECRET$|ALLOWED_ORIGINS$)/;

/** Source files by size and time, variables and campaign: the same hash, the same site. */
export async function siteInputs(root: string, campaign: unknown): Promise<string> {
  const hash = createHash('sha256');
  for (const line of (await Promise.all(SOURCES.map((name) => linesOf(root, name)))).flat()) {
    hash.update(line);
  }
  hash.update(JSON.stringify([variablesNamed(PAGE_VARIABLES, process.env), campaign]));
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

async function linesOf(root: string, name: string): Promise<string[]> {
  const entry = await stat(join(root, name)).catch(() => null);
  if (!entry) return [];
  if (!entry.isDirectory()) return [`${name} ${entry.size} ${entry.mtimeMs}\n`];
  const names = (await readdir(join(root, name))).sort();
  return (await Promise.all(names.map((each) => linesOf(root, join(name, each))))).flat();
}
