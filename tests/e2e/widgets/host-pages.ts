import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of another site. */
export interface HostPage {
  html: string;
  headers?: Record<string, string>;
}

/** A site that embeds widgets, on another origin than the campaign's. */
export interface HostSite {
  readonly origin: string;
  /** Publishes a page or a file; its address. */
  publish(page: HostPage, path?: string): string;
  close(): void;
}

export async function serveHost(): Promise<HostSite> {
  const pages = new Map<string, HostPage>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    const headers = { 'content-type': 'text/html; charset=utf-8', ...page?.headers };
    response.writeHead(page ? 200 : 204, headers).end(page?.html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Another site than the campaign's 127.0.0.1, not only another port of it.
  const origin = `http://localhost:${port}`;
  return {
    origin,
    publish(page, path = `/${pages.size}`) {
      pages.set(path, page);
      return origin + path;
    },
    close: () => server.close(),
  };
}
