import { createHash } from 'node:crypto';
import { catalogue } from '../catalogue.ts';
import { compilePage, compileScript, type Files, withData } from './compile.ts';

/** Every script of the widgets, with the place for the campaign's data still empty. */
export async function compileScripts(): Promise<Files> {
  const inPages = catalogue.filter(({ attributes }) => 'isolation' in attributes);
  const compiled = [
    ...catalogue.map(({ name }) => compileScript(name)),
    ...inPages.map(({ name }) => compilePage(name)),
  ];
  return new Map((await Promise.all(compiled)).flatMap((files) => [...files]));
}

/** The files of a version: the scripts without data, and `integrity.json` with their hashes. */
export function versionFiles(scripts: Files): Files {
  const fixed = [...scripts].map(([file, code]) => [file, withData(code, 'null')] as const);
  const hashes = Object.fromEntries(fixed.map(([file, code]) => [file, integrityOf(code)]));
  return new Map([...fixed, ['integrity.json', `${JSON.stringify(hashes, null, 2)}\n`]]);
}

/** The hash of a script as the attribute `integrity` takes it. */
export function integrityOf(code: string): string {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}
