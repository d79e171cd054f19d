import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { array, create, enums, object, string, union } from 'superstruct';
import { linesOf } from '../../rules/text.ts';
import { PRIVATE_FILE } from '../private-files.ts';
import type { Command, Dependencies } from './command.ts';
import { type CommandResult, runCommand } from './run-command.ts';

/** One line each way: what is asked, then how far it is as often as need be, then what came of it. */
const Request = object({ words: array(string()), directory: string() });
const Progress = object({ progress: string() });
const Answer = union([Progress, object({ text: string(), exitCode: enums([0, 1, 2]) })]);

/** Where the gateway that has an embedded database open takes commands: beside the database. */
export function socketPath(databaseUrl: string): string | null {
  return databaseUrl.startsWith('file:') ? `${fileURLToPath(databaseUrl)}.operator` : null;
}

/**
 * Takes the operator's commands while the gateway has the database: on a socket that only the
 * machine's same user may open. Whoever has the database's folder has its socket.
 */
export async function listenForCommands(
  path: string,
  commands: readonly Command[],
  premises: Dependencies & { now: () => Date },
): Promise<Server> {
  const desk = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => connection.destroy());
    attend(connection, commands, premises).catch(() => connection.destroy());
  });
  await rm(path, { force: true });
  // The socket is made by the call itself, so that at no moment others may open it.
  const usual = process.umask(0o177);
  desk.listen(path);
  process.umask(usual);
  await once(desk, 'listening');
  await chmod(path, PRIVATE_FILE);
  return desk;
}

async function attend(
  connection: Socket,
  commands: readonly Command[],
  { database, storage, now }: Dependencies & { now: () => Date },
): Promise<void> {
  const { words, directory } = create(JSON.parse(await text(connection)), Request);
  const shared = { database: { ...database, close: async () => {} }, storage };
  const outcome = await runCommand(words, {
    commands,
    open: async () => shared,
    now: now(),
    directory,
    progress: (progress) => connection.write(`${JSON.stringify({ progress })}\n`),
  });
  connection.end(`${JSON.stringify(outcome)}\n`);
}

/**
 * Has the running gateway carry out a command.
 * @returns null when no gateway listens there.
 * @throws Error when it ends before the command does.
 */
export async function sendCommand(
  path: string,
  request: { words: readonly string[]; directory: string },
  progress: (sentence: string) => void,
): Promise<CommandResult | null> {
  const connection = createConnection({ path, allowHalfOpen: true });
  try {
    await once(connection, 'connect');
  } catch {
    return null;
  }
  connection.end(JSON.stringify(request));
  for await (const line of linesOf(connection.setEncoding('utf8'))) {
    const answer = create(JSON.parse(line), Answer);
    if (!('progress' in answer)) return answer;
    progress(answer.progress);
  }
  throw new Error('The gateway could not carry out the command; its own lines say why.');
}
