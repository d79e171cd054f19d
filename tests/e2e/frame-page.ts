import type { Locator, Page } from '@playwright/test';
import type { HostSite } from './widgets/host-pages.ts';

/** Holds a frame that grows as it asks; `window.heard` is what it said. */
function framePage(address: string, allow: string): string {
  const { origin } = new URL(address);
  return `<!doctype html><html lang="pt-BR"><title>Loja</title><h1>Loja</h1>
    <iframe title="Promoção" src="${address}" style="width:100%;height:500px;border:0"
      referrerpolicy="strict-origin-when-cross-origin" allow="${allow}"
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation"></iframe>
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

/**
 * Opens a page of another site with this frame in it; returns the inside of the frame.
 * @param allow what the frame may use of the device
 */
export async function openFrame(
  page: Page,
  host: HostSite,
  address: string,
  allow = '',
): Promise<Locator> {
  await page.goto(host.publish({ html: framePage(address, allow) }));
  return page.frameLocator('iframe').locator('body');
}

/** What the frame has said so far: the types of its messages, each once, and all of it as text. */
export async function heardMessages(page: Page): Promise<{ types: string[]; text: string }> {
  const messages: { type: string }[] = await page.evaluate('window.heard');
  const types = [...new Set(messages.map(({ type }) => type))];
  return { types, text: JSON.stringify(messages) };
}
