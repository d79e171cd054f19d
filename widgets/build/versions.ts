import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, pattern, record, string, type } from 'superstruct';
import { allWidgets } from '../attributes.ts';
import {
  compileLazyModule,
  compilePage,
  compileScript,
  type Files,
  lazyModules,
  withData,
} from './compile.ts';

const Package = type({ version: pattern(string(), /^\d+\.\d+\.\d+$/) });

/** The project's version; files published under it never change. */
export const { version } = create(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
  Package,
);

let compiled: Promise<Files> | undefined;

/** Compiled once per process: without a campaign's data they are the same for every site. */
export function compileScripts(): Promise<Files> {
  compiled ??= compileAll();
  return compiled;
}

async function compileAll(): Promise<Files> {
  const inPages = allWidgets.filter(({ attributes }) => 'isolation' in attributes);
  const scripts = [
    ...allWidgets.map(({ name }) => compileScript(name)),
    ...inPages.map(({ name }) => compilePage(name)),
    ...lazyModules.map(compileLazyModule),
  ];
  return new Map((await Promise.all(scripts)).flatMap((files) => [...files]));
}

/** @param npm the package, as one file that npm installs */
export function versionFiles(scripts: Files, npm: string): Files {
  const fixed = [
    ...[...scripts].map(([file, code]) => [file, withData(code, 'null')] as const),
    ['promo-widgets.tar', npm] as const,
  ];
  const hashes = Object.fromEntries(fixed.map(([file, code]) => [file, integrityOf(code)]));
  return new Map([...fixed, ['integrity.json', `${JSON.stringify(hashes, null, 2)}\n`]]);
}

export function integrityOf(code: string): string {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

/** Committed, so that a fresh clone builds every version that other pages rely on. */
export const publishedFolder = new URL('../published/', import.meta.url);

export async function publishedVersions(folder = publishedFolder): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => /^\d+\.\d+\.\d+$/.test(name)).sort();
}

export async function readPublished(version: string, folder = publishedFolder): Promise<Files> {
  const readVersionFile = (file: string) => readFile(new URL(`${version}/${file}`, folder), 'utf8');
  const list = await readVersionFile('integrity.json');
  const files = new Map([['integrity.json', list]]);
  for (const [file, hash] of Object.entries(create(JSON.parse(list), record(string(), string())))) {
    const code = await readVersionFile(file).catch(() => '');
    if (integrityOf(code) !== hash) throw changed(version, file);
    files.set(file, code);
  }
  return files;
}

export async function refuseChange(
  version: string,
  files: Files,
  folder = publishedFolder,
): Promise<void> {
  if (!(await publishedVersions(folder)).includes(version)) return;
  const published = await readPublished(version, folder);
  const names = new Set([...published.keys(), ...files.keys()]);
  for (const file of names) {
    if (file !== 'integrity.json' && published.get(file) !== files.get(file)) {
      throw changed(version, file);
    }
  }
}

/** The same files may be published again. */
export async function publishVersion(
  version: string,
  files: Files,
  folder = publishedFolder,
): Promise<void> {
  await refuseChange(version, files, folder);
  const fresh = new URL(`.${version}/`, folder);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const [file, text] of files) await writeFile(new URL(file, fresh), text);
  const published = new URL(`${version}/`, folder);
  await rm(published, { recursive: true, force: true });
  await rename(fileURLToPath(fresh), fileURLToPath(published));
}

function changed(version: string, file: string): Error {
  const error = new Error(
    `Version ${version} of the widgets is published and would change in ${file}: raise the version in package.json, or bring widgets/published/${version} back as it was committed.`,
  );
  // Astro would print it below the sentence.
  error.stack = '';
  return error;
}
