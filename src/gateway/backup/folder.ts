import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { array, type Infer, is, literal, number, object, string } from 'superstruct';
import { writePrivateFile } from '../private-files.ts';

const Contents = object({
  version: literal(1),
  madeAt: string(),
  /** Of the database it was made from; another one has other tables. */
  migrations: array(string()),
  /** In an order in which each can be filled. */
  tables: array(object({ name: string(), rows: number(), sha256: string() })),
  files: array(object({ key: string(), sha256: string() })),
});
export type Contents = Infer<typeof Contents>;

const Manifest = object({ sha256: string(), contents: Contents });

/** One JSON object per line. */
export const tableFile = (name: string) => join('tables', `${name}.jsonl`);
export const storedFile = (sha256: string) => join('files', sha256);
const manifestFile = 'backup.json';

/** Written last: a folder without it is no backup. */
export async function writeManifest(folder: string, contents: Contents): Promise<void> {
  const manifest = { sha256: sha256Of(JSON.stringify(contents)), contents };
  await writePrivateFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns the name of the first file that is not what was written */
export async function readBackup(
  folder: string,
): Promise<{ contents: Contents } | { broken: string }> {
  const manifest = parsed(await readFile(join(folder, manifestFile), 'utf8'));
  if (!is(manifest, Manifest)) return { broken: manifestFile };
  const { sha256, contents } = manifest;
  if (sha256Of(JSON.stringify(contents)) !== sha256) return { broken: manifestFile };
  const files = [
    ...contents.tables.map((table) => ({ file: tableFile(table.name), sha256: table.sha256 })),
    ...contents.files.map((stored) => ({ file: storedFile(stored.sha256), sha256: stored.sha256 })),
  ];
  for (const { file, sha256: written } of files) {
    if ((await hashFile(join(folder, file))) !== written) return { broken: file };
  }
  return { contents };
}

export function sha256Of(data: string | Uint8Array): string {
  return newHash().update(data).digest('hex');
}

export function newHash(): Hash {
  return createHash('sha256');
}

async function hashFile(path: string): Promise<string | null> {
  const hash = newHash();
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
