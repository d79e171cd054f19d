import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

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

interface Shop {
  readonly host: HostSite;
  readonly site: { readonly url: string };
  readonly body: string;
}

/** Opens the page of a shop: its body, and the script of each widget in it. */
export async function openShop(
  page: Page,
  { host, site, body }: Shop,
  until: 'load' | 'commit' = 'load',
): Promise<void> {
  await page.goto(host.publish({ html: shopPage(site, body) }), { waitUntil: until });
}

/** @param widgets whose scripts the page has: those in its body, unless it adds them later */
export function shopPage(
  { url }: Shop['site'],
  body: string,
  widgets: Iterable<string> = widgetsIn(body),
): string {
  const scripts = Array.from(widgets, (name) => {
    return `<script async src="${url}/widgets/v1/${name}.js"></script>`;
  });
  return `<!doctype html><title>Loja</title>${body}${scripts.join('')}`;
}

function widgetsIn(body: string): Set<string> {
  const elements = body.matchAll(/(?:<promo-|data-promo-widget=")([\w-]+)/g);
  return new Set(Array.from(elements, ([, name = '']) => name));
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
