import { type FrameContent, isHello } from '../../contract/frame-protocol.ts';
import { leaveFrameEvent } from '../../page-events.ts';

/**
 * Waits for the host page's hello, then reports height, focus and form events through the port that
 * came with it. No other window is sent anything.
 * @returns the function that stops it.
 */
export function followHost(): () => void {
  let disconnect = () => {};
  const handshake = async ({ source, origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (window.parent === window || source !== window.parent || !port) return;
    if (!isHello(data) || !(await mayFrame(origin))) return;
    disconnect();
    disconnect = connect(port, data.id);
  };
  window.addEventListener('message', handshake);
  // The host may have said hello before this script ran: the page keeps such messages for us.
  window.dispatchEvent(new Event('promo:listening'));
  return () => {
    window.removeEventListener('message', handshake);
    disconnect();
  };
}

/** Uses the list by which the browser decides who may frame this page: the policy's. */
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

function connect(port: MessagePort, id: string): () => void {
  const send = (message: FrameContent) => port.postMessage({ v: 1, id, ...message });
  const ended = new AbortController();
  const { signal } = ended;
  for (const type of ['submit', 'success', 'error'] as const) {
    window.addEventListener(`promo:${type}`, ({ detail: { form } }) => send({ type, form }), {
      signal,
    });
  }
  window.addEventListener(
    leaveFrameEvent,
    ({ detail: { url } }) => send({ type: 'handoff', url }),
    {
      signal,
    },
  );
  document.addEventListener('focusin', ({ target }) => send({ type: 'focus', ...partOf(target) }), {
    signal,
  });
  send({ type: 'ready' });
  const stop = followHeight((height) => send({ type: 'resize', height }));
  return () => {
    stop();
    ended.abort();
    port.close();
  };
}

/** Top and bottom of an element in the frame. CSS pixels. */
function partOf(target: EventTarget | null): { top: number; bottom: number } {
  if (!(target instanceof Element)) return { top: 0, bottom: 0 };
  const { top, bottom } = target.getBoundingClientRect();
  return { top: Math.max(0, Math.round(top)), bottom: Math.max(0, Math.round(bottom)) };
}

/** Below an open dialog, in pixels. */
const margin = 16;

/**
 * Calls back with the height in pixels that the page needs, now and whenever it changes. An open
 * dialog is outside the content and may need more.
 * @returns the function that stops it.
 */
export function followHeight(onHeight: (height: number) => void): () => void {
  const sizes = new ResizeObserver(() => onHeight(neededHeight()));
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

/** The observer reports each percent of the frame's height that comes into view. */
const steps = Array.from({ length: 101 }, (_, step) => step / 100);

/**
 * Keeps the style `--seen` at the top of the frame's visible part, where dialogs open: the frame is
 * often taller than the window around it.
 * @returns the function that stops it.
 */
export function followSeenPart(): () => void {
  const { style } = document.documentElement;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) style.setProperty('--seen', `${entry.intersectionRect.top}px`);
    },
    { threshold: steps },
  );
  observer.observe(document.body);
  return () => observer.disconnect();
}
