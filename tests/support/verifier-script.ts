import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildVerifierScript } from '../../src/integrations/standalone-scripts.ts';
import type { verify } from '../../src/standalone-verifier/verificar.ts';
import { temporaryFolder } from './folder.ts';

/** The program that people download, built as the site builds it: its path, and its checks. */
export async function verifierProgram(): Promise<{
  path: string;
  verify: typeof verify;
  remove(): Promise<void>;
}> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'verificar.mjs');
  await writeFile(path, await buildVerifierScript());
  const { verify: check } = await import(pathToFileURL(path).href);
  return { path, verify: check, remove: folder.remove };
}
