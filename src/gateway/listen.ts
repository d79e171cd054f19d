import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { GatewayApp } from './app.ts';
import type { Settings } from './settings.ts';

/** Calls that are under way when the process is asked to stop have this long to finish. */
const graceMilliseconds = 10_000;

/** Longer than a balancer keeps an idle connection (nginx: 60 s), which then never sends into a closed one. */
const keepAliveMilliseconds = 75_000;

/**
 * Serves the application on the port of the settings.
 * @returns what takes no new connection, and resolves when all that is under way was answered.
 * @throws Error with one sentence when the port is taken.
 */
export async function listen(
  app: GatewayApp,
  { port, host: hostname }: Pick<Settings, 'port' | 'host'>,
): Promise<() => Promise<void>> {
  const server = serve({
    port,
    hostname,
    overrideGlobalObjects: false,
    fetch: (request, { incoming }) =>
      app(request, { address: incoming.socket.remoteAddress ?? 'unknown' }),
  }) as Server;
  server.keepAliveTimeout = keepAliveMilliseconds;
  await listening(server, `${hostname}:${port}`);
  return () => finish(server);
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
