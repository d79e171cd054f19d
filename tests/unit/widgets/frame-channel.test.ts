// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loginForm } from '../../../widgets/attributes.ts';
import { frameWidget } from '../../../widgets/host/frame-widget.ts';
import { waitFor } from '../../support/wait-for.ts';

const site = 'https://promocao.example';
const form = frameWidget(loginForm);

let host: HTMLElement;
/** Outside of the document, where nothing is loaded. */
let frame: HTMLIFrameElement;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  // What is wrong is said in the console too.
  vi.spyOn(console, 'warn').mockReturnValue();
  host = document.createElement('promo-login');
  host.innerHTML = `<iframe src="${site}/quadro/entrar/"></iframe>`;
  frame = host.querySelector('iframe') as HTMLIFrameElement;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Mounts the form in a window of 768 pixels, of which the frame's top is so far below. */
function mountAt(top: number) {
  vi.stubGlobal('innerHeight', 768);
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 649));
  return form.mount(host, {
    campaign: 19,
    origin: site,
    height: null,
    mode: null,
    isolation: null,
  });
}

/** The link that the element shows, if any, and whether its frame is shown. */
function shown(): { link: string | null; isFrameShown: boolean } {
  const [stage, note] = host.shadowRoot?.children ?? [];
  const isNoteHidden = (note as HTMLElement).hidden;
  return {
    link: isNoteHidden ? null : (note?.querySelector('a')?.textContent ?? null),
    isFrameShown: (stage as HTMLElement).style.display !== 'none',
  };
}

/** The frame has loaded, and its form says that it is ready. */
function answer(): void {
  const postMessage = (hello: { id: string }, _origin: string, [port]: MessagePort[]) =>
    port?.postMessage({ v: 1, id: hello.id, type: 'ready' });
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } });
  frame.dispatchEvent(new Event('load'));
}

test('a slow frame has a link beside it while it loads', async () => {
  mountAt(0);
  vi.advanceTimersByTime(7750);
  expect(shown()).toEqual({ link: null, isFrameShown: true });
  vi.advanceTimersByTime(250);
  expect(shown()).toEqual({ link: 'Abrir Entrar em outra aba', isFrameShown: true });
  answer();
  await waitFor(() => expect(shown()).toEqual({ link: null, isFrameShown: true }));
});

test('a frame far below, which loads only when it is needed, is not slow', () => {
  mountAt(5000);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual({ link: null, isFrameShown: true });
});
