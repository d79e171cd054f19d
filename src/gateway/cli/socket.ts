import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { array, create, enums, object, string, union } from 'superstruct';
import { linesOf } from '../../rules/text.ts';
import { type FailureRecords, recordFailure } from '../failures.ts';
import { privateFileMode } from '../private-files.ts';
import { databaseLocation } from '../settings/variables.ts';
import type { Command, Dependencies } from './command.ts';
import { type CommandResult, runCommand } from './run-command.ts';

/** JSON lines: one request, then any number of progress lines, then the result. */
const Request = object({ words: array(string()), directory: string(), user: string() });
const Progress = object({ progress: string() });
const Answer = union([Progress, object({ text: string(), exitCode: enums([0, 1, 2]) })]);

export function socketPath(databaseUrl: string): string | null {
  const location = databaseLocation(databaseUrl);
  return location.kind === 'folder' ? `${location.path}.operator` : null;
}

interface Listener extends Omit<Dependencies, 'clock'>, FailureRecords {
  now: () => Date;
}

/** Only the same user of the machine may open the socket. */
export async function listenForCommands(
  path: string,
  commands: readonly Command[],
  gateway: Listener,
): Promise<Server> {
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy());
    handleConnection(connection, commands, gateway).catch((error: unknown) => {
      recordFailure(gateway, 'command', error);
      connection.destroy();
    });
  });
  await rm(path, { force: true });
  // The mask is set before the socket exists, so that no other user can ever open it.
  const previousMask = process.umask(0o177);
  server.listen(path);
  process.umask(previousMask);
  await once(server, 'listening');
  await chmod(path, privateFileMode);
  return server;
}

async function handleConnection(
  connection: Socket,
  commands: readonly Command[],
  gateway: Listener,
): Promise<void> {
  const { database, storage, now } = gateway;
  const disconnected = new AbortController();
  connection.on('close', () => disconnected.abort());
  const { value: line = '' } = await linesOf(connection.setEncoding('utf8')).next();
  const { words, directory, user } = create(JSON.parse(line), Request);
  const shared = { database: { ...database, close: async () => {} }, storage, clock: now };
  const result = await runCommand(words, {
    commands,
    open: async () => shared,
    user,
    directory,
    signal: disconnected.signal,
    recordUnavailable: (error) => recordFailure(gateway, 'command', error),
    progress: (progress) => connection.write(`${JSON.stringify({ progress })}\n`),
  });
  connection.end(`${JSON.stringify(result)}\n`);
}

/** @returns null when no gateway listens; exit code 1 when it ends before the command does */
export async function sendCommand(
  path: string,
  request: { words: readonly string[]; directory: string; user: string },
  progress: (sentence: string) => void,
): Promise<CommandResult | null> {
  const connection = createConnection({ path });
  try {
    await once(connection, 'connect');
  } catch {
    return null;
  }
  // Left open: its end is how the gateway learns that the operator pressed Ctrl-C.
  connection.write(`${JSON.stringify(request)}\n`);
  try {
    for await (const line of linesOf(connection.setEncoding('utf8'))) {
      const answer = create(JSON.parse(line), Answer);
      if (!('progress' in answer)) return answer;
      progress(answer.progress);
    }
  } catch (error) {
    // A line that was cut off, or a connection that was reset.
    if (!(error instanceof SyntaxError || (error instanceof Error && 'syscall' in error))) {
      throw error;
    }
  }
  return { text: brokenOff, exitCode: 1 };
}

const brokenOff =
  'The gateway broke the command off: its own lines say why, and acts list what was done.';
