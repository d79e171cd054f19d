import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { WinnerList } from '../contract/winners.ts';
import { createApp } from './app.ts';
import { openDatabase } from './db/open.ts';
import { readWinners } from './engine/read-winners.ts';
import type { Gateway, Log } from './gateway.ts';
import { openGateway } from './open-gateway.ts';
import { deskPath, openDesk } from './operator/desk.ts';
import { localOrigin, readSettings, type Settings } from './settings.ts';

/** Calls that are under way when the process is asked to stop have this long to finish. */
const graceMilliseconds = 10_000;
const tidyMilliseconds = 10 * 60_000;

/** A running server; `stop` finishes what is in flight and lets go of the database. */
export interface RunningServer {
  url: string;
  campaignId: string;
  /** Who won the draws, as it is published now; null while it is not. */
  winners(): Promise<WinnerList | null>;
  stop(): Promise<void>;
}

/**
 * Reads the settings, opens database and services, and listens.
 * @throws Error with one sentence for whoever starts the process.
 */
export async function startServer(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunningServer> {
  const settings = readSettings(environment);
  const database = await openDatabase(settings.databaseUrl);
  const { gateway, tidy, close } = await openGateway(settings, database, {
    now: () => new Date(),
    log: writeLine,
  });
  const app = createApp(gateway);
  const { port, host: hostname } = settings;
  const server = serve({
    port,
    hostname,
    overrideGlobalObjects: false,
    fetch: (request, { incoming }) =>
      app(request, { address: incoming.socket.remoteAddress ?? 'unknown' }),
  }) as Server;
  await listening(server, `${hostname}:${port}`);
  const desk = await openOperatorDesk(settings, gateway);
  const tidying = setInterval(() => gateway.afterwards('tidy', tidy), tidyMilliseconds);
  return {
    url: localOrigin(settings),
    campaignId: String(gateway.campaign.campaign.id),
    winners: () => readWinners(gateway.database, gateway.campaign),
    async stop() {
      clearInterval(tidying);
      desk?.close();
      await finish(server);
      await close();
    },
  };
}

/** A server of PostgreSQL is open to the operator's command itself. */
async function openOperatorDesk(settings: Settings, { database, storage, now, log }: Gateway) {
  const path = deskPath(settings.databaseUrl);
  if (!path) return null;
  return openDesk(path, { database, storage, now }).catch((error: unknown) => {
    log('warning', { sentence: `No operator commands while this runs: ${error}` });
    return null;
  });
}

async function listening(server: Server, address: string): Promise<void> {
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`PORT must be free, and another process already listens on ${address}.`)
      : error;
  });
}

/** Takes no new connection, and ends each of the others as soon as it has been answered. */
async function finish(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
  clearTimeout(deadline);
}

/** One JSON object per line, on the error output: the other one says only that the server is ready. */
const writeLine: Log = (event, details) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...details })}\n`);
};

async function main(): Promise<void> {
  // The embedded database alone fills the ten frames that an error has by default.
  Error.stackTraceLimit = 50;
  const server = await startServer(process.env);
  process.stdout.write(`ready ${server.url}\n`);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await server.stop();
}

if (import.meta.main) {
  try {
    await main();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
