import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, record, string } from 'superstruct';
import type { Files } from './compile.ts';
import { integrityOf } from './version-files.ts';

/** Committed, so that a fresh clone builds every version that pages of others hold on to. */
export const publishedFolder = new URL('../published/', import.meta.url);

export async function publishedVersions(folder = publishedFolder): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => /^\d+\.\d+\.\d+$/.test(name)).sort();
}

/** @throws Error with one sentence when a file is not what was published. */
export async function readPublished(version: string, folder = publishedFolder): Promise<Files> {
  const read = (file: string) => readFile(new URL(`${version}/${file}`, folder), 'utf8');
  const list = await read('integrity.json');
  const files = new Map([['integrity.json', list]]);
  for (const [file, hash] of Object.entries(create(JSON.parse(list), record(string(), string())))) {
    const code = await read(file).catch(() => '');
    if (integrityOf(code) !== hash) throw changed(version, file);
    files.set(file, code);
  }
  return files;
}

/** @throws Error with one sentence when the version is published with other files. */
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

/** Keeps the files of a version for good; the same files may be published again. */
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
  const place = new URL(`${version}/`, folder);
  await rm(place, { recursive: true, force: true });
  await rename(fileURLToPath(fresh), fileURLToPath(place));
}

function changed(version: string, file: string): Error {
  const error = new Error(
    `Version ${version} of the widgets is published and would change in ${file}: raise the version in package.json, or bring widgets/published/${version} back as it was committed.`,
  );
  // Astro would print it below the sentence, which says all there is to do.
  error.stack = '';
  return error;
}
