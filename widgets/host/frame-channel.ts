import {
  type FormSettings,
  type FrameContent,
  helloMessage,
  type PageContent,
  readFrameMessage,
} from '../../src/contract/frame-protocol.ts';

const pollMs = 250;

/** `silent`: it has loaded, but no form answers; `form`: one does, but is not ready. */
export type FrameState = 'loading' | 'silent' | 'form';

interface FrameListener {
  onMessage(message: FrameContent): void;
  /** Called repeatedly until a form is ready, or this returns that it was given up. */
  onPoll(state: FrameState, waitedMs: number): boolean;
}

let frameCount = 0;

/**
 * Says hello at each load, but never to another origin. Never reloads the frame: its form can be
 * filled in and sent before its scripts run.
 */
export function openChannel(
  frame: HTMLIFrameElement,
  origin: string,
  settings: () => FormSettings,
  listener: FrameListener,
): { send(content: PageContent): void; close(): void } {
  frameCount += 1;
  const id = `promo-${frameCount}`;
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let state: FrameState = 'loading';

  function sayHello() {
    close();
    state = 'silent';
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data, id);
      if (!message) return;
      state = 'form';
      if (message.type !== 'loading') clearInterval(timer);
      listener.onMessage(message);
    };
    frame.contentWindow?.postMessage(helloMessage(id, settings()), origin, [channel.port2]);
    awaitAnswer();
  }

  function awaitAnswer() {
    let waited = 0;
    timer = setInterval(() => {
      // A frame far below loads only when it is needed.
      if (state !== 'loading' || isNear(frame)) waited += pollMs;
      if (listener.onPoll(state, waited)) clearInterval(timer);
    }, pollMs);
  }

  function close() {
    clearInterval(timer);
    if (!port) return;
    port.onmessage = null;
    port.close();
  }

  frame.addEventListener('load', sayHello);
  if (hasArrived(frame)) sayHello();
  else awaitAnswer();
  return {
    send: (content) => port?.postMessage({ v: 1, ...content }),
    close() {
      frame.removeEventListener('load', sayHello);
      close();
    },
  };
}

/** A document of another origin cannot be read, but an empty one can. */
function hasArrived({ contentWindow, contentDocument }: HTMLIFrameElement): boolean {
  return contentWindow !== null && contentDocument?.URL !== 'about:blank';
}

function isNear(frame: HTMLIFrameElement): boolean {
  const { top, bottom } = frame.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
