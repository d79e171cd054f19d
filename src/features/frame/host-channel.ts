import type { FrameMessage } from '../../contract/widget-messages.ts';
import { isHello } from './hello.ts';

type Said<Message> = Message extends unknown ? Omit<Message, 'v' | 'id'> : never;

/**
 * Waits for the page around the frame to say hello, and tells it through the port that came with
 * it how tall the frame is and what becomes of its forms. Nothing is posted to anybody else.
 * @returns what ends it.
 */
export function followHost(): () => void {
  let hangUp = () => {};
  const greet = async ({ source, origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (window.parent === window || source !== window.parent || !port) return;
    if (!isHello(data) || !(await mayFrame(origin))) return;
    hangUp();
    hangUp = connect(port, data.id);
  };
  window.addEventListener('message', greet);
  // The page may have spoken before this script was there: layouts/early-messages.ts.
  window.dispatchEvent(new Event('promo:listening'));
  return () => {
    window.removeEventListener('message', greet);
    hangUp();
  };
}

/** The same list by which the browser decides who may frame this page: its policy's. */
async function mayFrame(origin: string): Promise<boolean> {
  try {
    const { headers } = await fetch(window.location.pathname, { method: 'HEAD' });
    const policy = headers.get('content-security-policy') ?? '';
    const [, listed = ''] = /frame-ancestors ([^;,]*)/.exec(policy) ?? [];
    const ancestors = listed.split(' ');
    const isOwn = origin === window.location.origin && ancestors.includes("'self'");
    return isOwn || ancestors.includes(origin);
  } catch {
    return false;
  }
}

/** @returns what ends it. */
function connect(port: MessagePort, id: string): () => void {
  const say = (message: Said<FrameMessage>) => port.postMessage({ v: 1, id, ...message });
  const ended = new AbortController();
  const { signal } = ended;
  for (const type of ['submit', 'success', 'error'] as const) {
    window.addEventListener(`promo:${type}`, ({ detail: { form } }) => say({ type, form }), {
      signal,
    });
  }
  window.addEventListener('promo:handoff', ({ detail: { url } }) => say({ type: 'handoff', url }), {
    signal,
  });
  document.addEventListener('focusin', ({ target }) => say({ type: 'focus', ...partOf(target) }), {
    signal,
  });
  say({ type: 'ready' });
  const stop = followHeight((height) => say({ type: 'resize', height }));
  return () => {
    stop();
    ended.abort();
    port.close();
  };
}

/** Where an element stands, from the frame's top. CSS pixels. */
function partOf(target: EventTarget | null): { top: number; bottom: number } {
  if (!(target instanceof Element)) return { top: 0, bottom: 0 };
  const { top, bottom } = target.getBoundingClientRect();
  return { top: Math.max(0, Math.round(top)), bottom: Math.max(0, Math.round(bottom)) };
}

/** Room below an open dialog, pixels. */
const margin = 16;

/**
 * Calls back with the height that everything in the page needs, in pixels: now, and whenever it
 * changes. An open dialog stands outside the content and may need more.
 * @returns what ends it.
 */
export function followHeight(tell: (height: number) => void): () => void {
  const sizes = new ResizeObserver(() => tell(neededHeight()));
  const follow = () => {
    sizes.disconnect();
    for (const element of [document.body, ...openDialogs()]) sizes.observe(element);
  };
  const dialogs = new MutationObserver(follow);
  dialogs.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  follow();
  return () => {
    sizes.disconnect();
    dialogs.disconnect();
  };
}

function neededHeight(): number {
  const bottoms = openDialogs().map((dialog) => bottomOf(dialog) + margin);
  return Math.ceil(Math.max(bottomOf(document.body), ...bottoms));
}

function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom + window.scrollY;
}

function openDialogs(): Element[] {
  return [...document.querySelectorAll('dialog[open]')];
}
