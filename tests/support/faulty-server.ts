import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Faults of an outside server; `refuses` resets the connection without an answer. */
export const faults = ['refuses', 'hangs', 'fails', 'says a page', 'says half'] as const;
export type Fault = (typeof faults)[number];

/** A faulty server on a real socket. */
interface FaultyServer {
  readonly port: number;
  /** From the next connection on. */
  fault: Fault;
  close(): Promise<void>;
}

const page = '<!doctype html><title>Sign in to the network</title>';
const closing = `connection: close\r\ncontent-length: ${page.length}\r\n\r\n${page}`;
const answers: Record<Exclude<Fault, 'refuses' | 'hangs'>, string> = {
  fails: `HTTP/1.1 500 Oops\r\n${closing}`,
  'says a page': `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${closing}`,
  'says half':
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"suc',
};

/** @param speaks when: HTTP waits for the caller, a mail server begins */
export async function startFaultyServer(speaks: 'second' | 'first' = 'second') {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (speaks === 'first') misbehave(socket, faulty.fault);
    else socket.once('data', () => misbehave(socket, faulty.fault));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const faulty: FaultyServer = {
    port: address.port,
    fault: 'refuses',
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return faulty;
}

function misbehave(socket: Socket, fault: Fault): void {
  if (fault === 'refuses') socket.resetAndDestroy();
  // Half an answer, and then nothing: only a limit of the caller's own ends the wait.
  else if (fault !== 'hangs') socket.write(answers[fault]);
}
