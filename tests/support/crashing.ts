import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { secretsKey } from './database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const preload = new URL('crash-at.ts', import.meta.url).href;

/** Variables of a process that dies at one point of a transaction, as crash-at.ts reads it. */
export function crashingAt(point: string, within: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${preload}`, CRASH_AT: point, CRASH_IN: within };
}

/** Runs one command line in a process of its own; rejects when it is refused, or dies. */
export function operateAt(
  databaseUrl: string,
  words: readonly (string | number)[],
  variables: Record<string, string> = {},
) {
  const env = { ...process.env, ...secretsKey, DATABASE_URL: databaseUrl, ...variables };
  const line = ['src/gateway/operator.ts', ...words.map(String)];
  return promisify(execFile)('node', line, { cwd: root, env });
}
