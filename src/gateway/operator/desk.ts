import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { array, create, enums, type Infer, object, string } from 'superstruct';
import type { Database } from '../db/database.ts';
import { runCommand } from './run-command.ts';

const Words = array(string());
const Outcome = object({ text: string(), exitCode: enums([0, 1, 2]) });

/** Where the gateway that has an embedded database open takes commands: beside the database. */
export function deskPath(databaseUrl: string): string | null {
  return databaseUrl.startsWith('file:') ? `${fileURLToPath(databaseUrl)}.operator` : null;
}

/**
 * Takes the operator's commands while the gateway has the database: on a socket that only the
 * machine's same user may open. Whoever has the database's folder has its socket.
 */
export async function openDesk(
  path: string,
  { database, now }: { database: Database; now: () => Date },
): Promise<Server> {
  const shared: Database = { ...database, close: async () => {} };
  const desk = createServer({ allowHalfOpen: true }, async (connection) => {
    connection.on('error', () => connection.destroy());
    try {
      const words = create(JSON.parse(await text(connection)), Words);
      const outcome = await runCommand(words, { open: async () => shared, now: now() });
      connection.end(JSON.stringify(outcome));
    } catch {
      connection.destroy();
    }
  });
  await rm(path, { force: true });
  desk.listen(path);
  await once(desk, 'listening');
  await chmod(path, 0o600);
  return desk;
}

/**
 * Has the running gateway carry out a command.
 * @returns null when no gateway listens there.
 */
export async function askDesk(
  path: string,
  words: readonly string[],
): Promise<Infer<typeof Outcome> | null> {
  const connection = createConnection({ path, allowHalfOpen: true });
  try {
    await once(connection, 'connect');
  } catch {
    return null;
  }
  connection.end(JSON.stringify(words));
  return create(JSON.parse(await text(connection)), Outcome);
}
