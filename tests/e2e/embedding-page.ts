import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';

/** Somebody else's site, on another site name than the campaign's, as a browser sees it. */
export interface Embedder {
  readonly origin: string;
  close(): void;
}

/** A page with much above the frame, which grows as the frame asks; `window.heard` is what it said. */
function embeddingPage(address: string): string {
  const { origin } = new URL(address);
  return `<!doctype html><html lang="pt-BR"><title>Loja</title><h1>Loja</h1>
    <iframe title="Promoção" src="${address}" style="width:100%;height:500px;border:0"
      referrerpolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
    <script>
      const frame = document.querySelector('iframe');
      window.heard = [];
      window.hello = (message, ports) => frame.contentWindow.postMessage(message, '${origin}', ports);
      frame.addEventListener('load', () => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          heard.push(data);
          if (data.type === 'resize') frame.style.height = data.height + 'px';
        };
        hello({ v: 1, id: 'loja', type: 'hello' }, [port2]);
      });
    </script>`;
}

/** Serves pages that hold a frame of the address in their query. */
export async function openEmbedder(): Promise<Embedder> {
  const server = createServer(({ url = '' }, response) => {
    const address = new URL(url, 'http://localhost').searchParams.get('frame');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(address ? embeddingPage(address) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens a page of the embedder's with this frame in it; what is inside the frame. */
export async function openFrame(page: Page, embedder: Embedder, address: string): Promise<Locator> {
  await page.goto(`${embedder.origin}/?${new URLSearchParams({ frame: address })}`);
  return page.frameLocator('iframe').locator('body');
}

/** What the frame has said so far: the types of its messages, each once, and all of it as text. */
export async function heard(page: Page): Promise<{ types: string[]; text: string }> {
  const messages: { type: string }[] = await page.evaluate('window.heard');
  const types = [...new Set(messages.map(({ type }) => type))];
  return { types, text: JSON.stringify(messages) };
}
