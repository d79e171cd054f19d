import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Milliseconds from `npm start` to `ready`, packages being there: with a new database, then again. */
export async function measureStartUp(): Promise<{ first: number; again: number }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'promo-bench-'));
  const first = await timeStart(dataDirectory);
  const again = await timeStart(dataDirectory);
  await rm(dataDirectory, { recursive: true });
  return { first, again };
}

async function timeStart(dataDirectory: string): Promise<number> {
  const started = performance.now();
  const server = spawn('node', ['src/commands/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, DATA_DIR: dataDirectory, PORT: '4379' },
  });
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('ready ')) break;
  }
  const milliseconds = Math.round(performance.now() - started);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  return milliseconds;
}
