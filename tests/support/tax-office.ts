import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question as the stand-in gets it: the real address, in its parts. */
interface OfficeRequest {
  host: string;
  path: string;
  query: URLSearchParams;
  cookie: string;
}

/** A stand-in's answer: a page, or anything that a broken office may send. */
export type OfficeReply =
  | string
  | { status?: number; headers?: Record<string, string | string[]>; body?: string | Uint8Array }
  /** Never answers. */
  | 'silence';

/** A stand-in for all tax offices of the country. */
export interface StandInOffice {
  url: string;
  /** Every question so far, oldest first. */
  asked: OfficeRequest[];
  /** Decides what is answered from now on. */
  reply: (request: OfficeRequest) => OfficeReply | Promise<OfficeReply>;
  /** Cuts the connections of unanswered questions. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts a stand-in on a free port; it answers 404 until it has a `reply`. */
export async function startTaxOffice(): Promise<StandInOffice> {
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const office: StandInOffice = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    reply: () => ({ status: 404 }),
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', office.url);
    const [, host = '', ...path] = pathname.split('/');
    const request = {
      host,
      path: `/${path.join('/')}`,
      query: searchParams,
      cookie: incoming.headers.cookie ?? '',
    };
    office.asked.push(request);
    const reply = await office.reply(request);
    if (reply === 'silence') return;
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof reply === 'string' ? { body: reply } : reply;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  }

  return office;
}
