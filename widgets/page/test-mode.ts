import { testModeGateway } from '../../src/hosts/test-mode-gateway.ts';
import { leaveFrameEvent } from '../../src/page-events.ts';
import { testMode } from '../../src/rules/messages/messages.ts';
import type { Handle } from '../host/define-widget.ts';
import type { PageModule, PageMount } from '../host/page-or-frame.ts';

/** The same widget's form, which talks to samples, below a label that says so. */
export async function mount(page: PageMount): Promise<Handle> {
  const { host } = page;
  const name = host.getAttribute('data-promo-widget') ?? host.localName.replace('promo-', '');
  const address = new URL(`${name}-page.js`, import.meta.url).href;
  const form: PageModule = await import(/* @vite-ignore */ address);
  const { fetch, identity } = testModeGateway([]);
  const handle = await form.mount({
    ...page,
    environment: { fetch, identity: async () => identity, report() {} },
  });
  const { label, status } = createLabel(host.ownerDocument);
  host.prepend(label);
  const ended = new AbortController();
  host.addEventListener(
    leaveFrameEvent,
    (event) => {
      event.preventDefault();
      const { url } = (event as CustomEvent<{ url: string }>).detail;
      status.textContent = testMode.next(new URL(url).pathname);
    },
    { signal: ended.signal },
  );
  return {
    ...handle,
    unmount() {
      ended.abort();
      handle.unmount();
    },
  };
}

/** In a shadow root, where no style of the page can hide what it says. */
function createLabel(document: Document): { label: HTMLElement; status: HTMLElement } {
  const label = document.createElement('div');
  const frame = document.createElement('div');
  const title = document.createElement('strong');
  const status = document.createElement('p');
  label.style.setProperty('display', 'block', 'important');
  frame.style.cssText =
    'all:initial;display:block;padding:10px 16px;border:2px dashed;background:#fff3c4;color:#1f1f24;font:16px/1.5 Arial,sans-serif;text-align:center';
  frame.lang = 'pt-BR';
  frame.setAttribute('role', 'note');
  status.setAttribute('role', 'status');
  status.style.margin = '0';
  title.textContent = `${testMode.mark}.`;
  frame.append(title, ` ${testMode.explanation}`, status);
  label.attachShadow({ mode: 'open' }).append(frame);
  return { label, status };
}
