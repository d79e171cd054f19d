import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { serve } from '@hono/node-server';
import { minuteMs } from '../../rules/dates.ts';
import { errorCode } from '../failures.ts';
import { pauseAfterUploadedBytes } from '../services/queues.ts';
import type { Settings } from '../settings/settings.ts';

interface Peer {
  address: string;
}

export type RequestHandler = (request: Request, peer?: Peer) => Promise<Response>;

const graceMs = 10_000;

/** Draining reads a refused body to its end. */
interface ConnectionLimits {
  headersMs: number;
  /** Longer than a page waits for 7.5 MB on a slow line. */
  requestMs: number;
  /** Longer than a balancer's (nginx: 60 s), which then never sends into a closed connection. */
  idleMs: number;
  /** How long a client may take nothing of an answer before its connection is ended. */
  unreadMs: number;
  /** Between two looks for connections past their limit. */
  checkEveryMs: number;
  drainMs: number;
  drainBytes: number;
  /** How many bodies are drained at once; another one cuts the oldest. */
  maxDrains: number;
}

const defaultLimits: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 200_000,
  idleMs: 75_000,
  unreadMs: 120_000,
  checkEveryMs: 5_000,
  drainMs: minuteMs,
  drainBytes: 64_000_000,
  maxDrains: 200,
};

/**
 * @returns a function that stops listening; its promise resolves once all open calls are answered.
 * @throws Error with one sentence when the port is taken
 */
export async function listen(
  app: RequestHandler,
  { port, host: hostname }: Pick<Settings, 'port' | 'host'>,
  limits = defaultLimits,
): Promise<() => Promise<void>> {
  const cuts = new Set<() => void>();
  const server = serve({
    port,
    hostname,
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    // The library's own cleanup cuts a connection half a second after the answer.
    autoCleanupIncoming: false,
    fetch: async (request, { incoming, outgoing }) => {
      // Before Node's own listener, which would read the rest without `pauseAfterUploadedBytes`.
      outgoing.prependOnceListener('finish', () =>
        drainBody(incoming as IncomingMessage, limits, cuts),
      );
      const { socket } = incoming;
      const response = await app(request, { address: socket.remoteAddress ?? 'unknown' });
      // Only now: an upload may wait for its turn. Node sets the idle limit after the answer.
      socket.setTimeout(limits.unreadMs);
      return response;
    },
  }) as Server;
  await untilListening(server, `${hostname}:${port}`);
  return () => closeGently(server);
}

/**
 * Reads on after an early refusal: browsers send the whole body before they read the answer, and
 * would otherwise only see a connection reset.
 */
function drainBody(
  incoming: IncomingMessage,
  { drainMs, drainBytes, maxDrains }: ConnectionLimits,
  cuts: Set<() => void>,
): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  const { socket } = incoming;
  let bytes = 0;
  const cut = () => {
    // Bytes that are still in the buffers arrive after the cut, and would cut again.
    if (cuts.delete(cut)) socket.destroySoon();
  };
  const timer = setTimeout(cut, drainMs).unref();
  const [oldest] = cuts;
  if (cuts.size >= maxDrains) oldest?.();
  cuts.add(cut);
  // The refused call's reader has stopped, and would pause the body.
  incoming.removeAllListeners('data');
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytes) cut();
    incoming.pause();
    void pauseAfterUploadedBytes(chunk.length).then(() => incoming.resume());
  });
  incoming.once('close', () => {
    clearTimeout(timer);
    cuts.delete(cut);
  });
  incoming.resume().read(0);
}

async function untilListening(server: Server, address: string): Promise<void> {
  await once(server, 'listening').catch((error: unknown) => {
    throw errorCode(error) === 'EADDRINUSE'
      ? new Error(`PORT must be free, and another process already listens on ${address}.`)
      : error;
  });
}

async function closeGently(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
  clearTimeout(deadline);
}
