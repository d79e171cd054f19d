// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loginForm } from '../../../widgets/attributes.ts';
import type { Handle } from '../../../widgets/host/define-widget.ts';
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

const options = { campaign: 19, origin: site, height: null, mode: null, isolation: null };

/** Mounts the form in a window of 768 pixels, of which the frame's top is so far below. */
function mountAt(top: number) {
  vi.stubGlobal('innerHeight', 768);
  vi.spyOn(frame, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 649));
  return form.mount(host, options) as Handle<typeof loginForm.attributes>;
}

/** What the page hears of the widget, as it comes. */
function listen(): unknown[] {
  const events: unknown[] = [];
  for (const type of ['promo:error', 'promo:ready']) {
    host.addEventListener(type, (event) => events.push([type, (event as CustomEvent).detail]));
  }
  return events;
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
function answer(members: { campaign?: number } = {}): void {
  const postMessage = (hello: { id: string }, _origin: string, [port]: MessagePort[]) =>
    port?.postMessage({ v: 1, id: hello.id, type: 'ready', ...members });
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

test('a page hears of a frame that does not load, and then that it is there after all', async () => {
  const events = listen();
  mountAt(0);
  vi.advanceTimersByTime(8000);
  const error = ['promo:error', { code: 'FRAME_NOT_READY' }];
  expect(events).toEqual([error]);
  answer();
  await waitFor(() => expect(events).toEqual([error, ['promo:ready', {}]]));
});

test('a form of another campaign is ready for its page only once the element asks for that campaign', async () => {
  const events = listen();
  const handle = mountAt(0);
  answer({ campaign: 20 });
  const error = ['promo:error', { code: 'CAMPAIGN_UNKNOWN' }];
  await waitFor(() => expect(events).toEqual([error]));
  handle.update?.({ ...options, campaign: 20 });
  expect(events).toEqual([error, ['promo:ready', {}]]);
});

test('a frame far below, which loads only when it is needed, is not slow', () => {
  mountAt(5000);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual({ link: null, isFrameShown: true });
});
