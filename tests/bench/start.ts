import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const times = 3;
const startCommand = ['src/commands/run.mjs', 'start'];
/** What a copy of the project lacks: builds, data, and the packages, which it borrows. */
const notCopied =
  /^(?:node_modules|dist|\.sites|\.data|\.astro|\.git|test-results|bench\.json)(?:\/|$)/;

/**
 * How long people wait for the first page: `npm start` in a copy without a build and data, again,
 * and the gateway alone.
 */
export async function measureStart(): Promise<Figure[]> {
  const copy = await mkdtemp(join(tmpdir(), 'promo-start-'));
  try {
    await copyProject(copy);
    const cold = await timeStart(copy, startCommand, '/');
    const warm: number[] = [];
    const gateway: number[] = [];
    for (let time = 0; time < times; time += 1) {
      warm.push(await timeStart(copy, startCommand, '/'));
      gateway.push(await timeStart(copy, ['src/gateway/server.ts'], '/readyz'));
    }
    const how = `median of ${times}`;
    return [
      figure('npm start, no build and no data', cold, 'once, packages installed'),
      figure('npm start again', median(warm), how),
      figure('gateway alone until /readyz', median(gateway), how),
    ];
  } finally {
    await rm(copy, { recursive: true });
  }
}

/** The packages are linked: what was built from what is remembered beside the built site. */
async function copyProject(folder: string): Promise<void> {
  const filter = (source: string) => !notCopied.test(relative(root, source));
  await cp(root, folder, { recursive: true, preserveTimestamps: true, filter });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}

function figure(name: string, milliseconds: number, how: string): Figure {
  return { area: 'Start', name, value: Math.round(milliseconds), unit: 'ms', how };
}

/** Milliseconds from the start of a command to the first good answer of an address. */
async function timeStart(folder: string, command: string[], path: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const server = spawn('node', command, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warning' },
  });
  const ended = once(server, 'exit');
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('ready ')) break;
  }
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const milliseconds = performance.now() - started;
  server.kill('SIGTERM');
  await ended;
  if (!response.ok) throw new Error(`${command.join(' ')} answered ${response.status}`);
  return milliseconds;
}
