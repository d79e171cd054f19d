import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sendCommand, socketPath } from '../../src/gateway/cli/socket.ts';
import { readSettings } from '../../src/gateway/settings/settings.ts';
import { secretsKey } from './database.ts';
import { copyEmptyDatabase } from './empty-database.ts';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built site and its gateway, as a process of its own. */
export interface ServedSite {
  readonly url: string;
  readonly dataDirectory: string;
  /** Kills the process, which gets no chance to clean up. */
  kill(): Promise<void>;
  /** The process computes nothing until it is resumed, and keeps what it has. */
  pause(): void;
  resume(): void;
  /** Asks the process to end, and waits until it has. */
  stop(): Promise<void>;
  /** Ends the process for good and removes its data directory, 27 MB of an embedded database. */
  close(): Promise<void>;
  /** Runs an operator's command. @returns the rows of its answer */
  operator(...words: (string | number)[]): Promise<Record<string, unknown>[]>;
  /** The same for a command that answers with a sentence. */
  command(...words: (string | number)[]): Promise<string>;
  /** The newest mail to an address, as its source. */
  mailTo(address: string): Promise<string>;
  /** What it is doing, for a test that waited in vain: by its own figures, and by the kernel's. */
  state(): Promise<string>;
}

/**
 * Parameters of Node for a process over the embedded database that ends within seconds: to optimise
 * Postgres' WebAssembly costs the processor a third of its start, and only pays off later.
 */
export const briefly = ['--liftoff-only'];

/** Starts the gateway over `dist/` on a free port and waits until it says that it is ready. */
export async function serveSite(
  options: {
    dataDirectory?: string;
    port?: number;
    variables?: Record<string, string>;
    /** Drops the lines that the gateway writes of each call. */
    quiet?: boolean;
    /** For a gateway that lives no longer than a test; a bench measures one as it runs for years. */
    brief?: boolean;
  } = {},
): Promise<ServedSite> {
  const dataDirectory = options.dataDirectory ?? (await newDataDirectory());
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const parameters = options.brief ? briefly : [];
  const process_ = spawn('node', [...parameters, 'src/gateway/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', options.quiet ? 'ignore' : 'inherit'],
    env: {
      ...process.env,
      ...secretsKey,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warning',
      ...options.variables,
    },
  });
  await ready(process_);
  const commandsUnderWay = new Set<string>();
  const operate = async (words: readonly (string | number)[]) => {
    const command = words.join(' ');
    commandsUnderWay.add(command);
    return runCommand(dataDirectory, words).finally(() => commandsUnderWay.delete(command));
  };
  return {
    url,
    dataDirectory,
    kill: () => end(process_, 'SIGKILL'),
    pause: () => process_.kill('SIGSTOP'),
    resume: () => process_.kill('SIGCONT'),
    stop: () => end(process_, 'SIGTERM'),
    async close() {
      await end(process_, 'SIGKILL');
      await rm(dataDirectory, { recursive: true, force: true });
    },
    operator: async (...words) => JSON.parse(await operate([...words, '--output', 'json'])),
    command: (...words) => operate(words),
    mailTo: (address) => mailTo(join(dataDirectory, 'mail'), address),
    async state() {
      const commands = [...commandsUnderWay].map((command) => `command under way: ${command}`);
      // Read first, since its figures keep it busy.
      const threads = await threadsOf(process_.pid).catch(() => []);
      const figures = await ownFigures(url).catch((error: unknown) => [`no figures: ${error}`]);
      return [...threads, ...figures, ...commands].join('\n');
    },
  };
}

/** A folder with an empty database, made ready. */
export async function newDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'promo-'));
  copyEmptyDatabase(directory);
  return directory;
}

async function ready(process_: ChildProcess): Promise<void> {
  if (!process_.stdout) throw new Error('The gateway has no output');
  for await (const line of createInterface({ input: process_.stdout })) {
    if (!line.startsWith('ready ')) continue;
    process_.stdout.resume();
    return;
  }
  throw new Error('The gateway ended before it was ready');
}

async function end(process_: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (process_.exitCode !== null || process_.signalCode !== null) return;
  const ended = once(process_, 'exit');
  process_.kill(signal);
  await ended;
}

/** As the command line does while the gateway has its embedded database open, without a process for it. */
async function runCommand(dataDirectory: string, words: readonly (string | number)[]) {
  const { databaseUrl } = readSettings({ DATA_DIR: dataDirectory });
  const request = { words: words.map(String), directory: root, user: 'tester' };
  const result = await sendCommand(socketPath(databaseUrl) ?? '', request, () => {});
  if (result?.exitCode !== 0) throw new Error(result?.text ?? 'No gateway has the database open');
  return result.text;
}

/** Calls and statements that wait, by the gateway's metrics; it may be too busy to tell them. */
async function ownFigures(url: string): Promise<string[]> {
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const lines = (await response.text()).split('\n');
  return lines.filter((line) =>
    /^(?:http_requests_in_flight|promo_\w+(?:waiting|connections))\b/.test(line),
  );
}

/** Of Linux: each thread's name, state (R runs, S sleeps, T is paused), where it sleeps, ticks it ran. */
async function threadsOf(pid: number | undefined): Promise<string[]> {
  const folder = `/proc/${pid}/task`;
  return Promise.all((await readdir(folder)).map((thread) => describeThread(join(folder, thread))));
}

async function describeThread(folder: string): Promise<string> {
  const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim();
  // The name, in brackets, may have spaces.
  const [state, ...numbers] = (await read('stat')).replace(/^.*\) /, '').split(' ');
  const ticks = Number(numbers[10]) + Number(numbers[11]);
  return `${await read('comm')}: ${state} ${await read('wchan')} ${ticks}`;
}

async function mailTo(folder: string, address: string): Promise<string> {
  const names = (await readdir(folder)).sort().reverse();
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return sources.filter((source) => source.includes(address)).join('\n');
}
