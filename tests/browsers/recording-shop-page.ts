import { frameAt } from './find-elements.ts';
import type { Tab } from './tab.ts';

/** An embedder's page with widgets, which records their events. */
export function recordingShopPage(site: string, elements: readonly string[]): string {
  const scripts = elements.map((element) => {
    const [, name] = /^<promo-([a-z-]+)/.exec(element) ?? [];
    return `<script async src="${site}/widgets/v1/${name}.js"></script>`;
  });
  return `<!doctype html><html lang="pt-BR">
    <meta name="viewport" content="width=device-width">
    <title>Loja</title>
    <script>
      const heard = [];
      let forged = 0;
      for (const type of ['ready', 'submit', 'success', 'error', 'handoff']) {
        addEventListener('promo:' + type, (event) => {
          heard.push(event.type + ' ' + JSON.stringify(event.detail));
        });
      }
      // From the page itself, and from a frame that is not the campaign's.
      function forge() {
        const message = { v: 1, id: 'promo-1', type: 'resize', height: 5000 };
        addEventListener('message', ({ data }) => {
          if (data.type === 'resize') forged += 1;
        });
        postMessage(message, '*');
        const stranger = document.body.appendChild(document.createElement('iframe'));
        stranger.srcdoc = '<script>parent.postMessage(' + JSON.stringify(message) + ', "*")<\\/script>';
      }
      function move() {
        document.querySelector('h1').after(document.querySelector('main').firstElementChild);
      }
    </script>
    ${scripts.join('\n')}
    <h1>Loja parceira</h1>
    <main>${elements.join('\n')}</main>
    <p>Rodapé</p>`;
}

/** The widgets' events so far: type and details, one text each. */
export async function heardEvents(tab: Tab): Promise<string[]> {
  const events = await tab.evaluate('heard');
  return Array.isArray(events) ? events.map(String) : [];
}

/** What they have left in the page. */
export function guestTraces(tab: Tab): Promise<unknown> {
  return tab.evaluate(`({
    cookies: document.cookie,
    kept: localStorage.length + sessionStorage.length,
    sheets: document.adoptedStyleSheets.length + document.querySelectorAll('body style').length,
  })`);
}

/** Pixels of a frame's content that its height hides. */
export function hiddenPixels(tab: Tab, frame: string): Promise<unknown> {
  return tab.evaluate('document.documentElement.scrollHeight - innerHeight', frame);
}

/** Whether what has the focus inside a frame begins where the window shows it. */
export async function whereFocusIs(tab: Tab, frame: string): Promise<'above' | 'seen' | 'below'> {
  const inside = await tab.evaluate('document.activeElement.getBoundingClientRect().top', frame);
  const [start, height] = Array.from(
    (await tab.evaluate(
      `[${frameAt(frame)}.getBoundingClientRect().top, innerHeight]`,
    )) as Iterable<number>,
  );
  const top = Number(start) + Number(inside);
  if (top < 0) return 'above';
  return top < Number(height) ? 'seen' : 'below';
}
