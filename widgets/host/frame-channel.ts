import {
  type FormSettings,
  type FrameContent,
  helloMessage,
  type PageContent,
  readFrameMessage,
} from '../../src/contract/frame-protocol.ts';

/**
 * Milliseconds of silence after which users get another way: of a frame that has loaded but
 * shows no form (a refusal, or nothing), and of a form that is still loading.
 */
const strangeMs = 2500;
const comingMs = 8000;

const lookMs = 250;

interface FrameListener {
  onMessage(message: FrameContent): void;
  /** Called repeatedly until it is ready. `isStrange` if the loaded frame shows no form. */
  onLook(isStrange: boolean): void;
  /** The frame may still answer, above all if it has not loaded yet. */
  onSilence(hasLoaded: boolean, isStrange: boolean): void;
}

let frames = 0;

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
  frames += 1;
  const id = `promo-${frames}`;
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStrange = false;

  function greet() {
    close();
    isStrange = true;
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data, id);
      if (!message) return;
      isStrange = false;
      if (message.type !== 'loading') clearInterval(timer);
      listener.onMessage(message);
    };
    frame.contentWindow?.postMessage(helloMessage(id, settings()), origin, [channel.port2]);
    wait(true);
  }

  function wait(hasLoaded: boolean) {
    let waited = 0;
    timer = setInterval(() => {
      listener.onLook(isStrange);
      // A frame far below loads only when it is needed.
      if (hasLoaded || isNear(frame)) waited += lookMs;
      if (waited < (isStrange ? strangeMs : comingMs)) return;
      clearInterval(timer);
      listener.onSilence(hasLoaded, isStrange);
    }, lookMs);
  }

  function close() {
    clearInterval(timer);
    if (!port) return;
    port.onmessage = null;
    port.close();
  }

  frame.addEventListener('load', greet);
  if (hasArrived(frame)) greet();
  else wait(false);
  return {
    send: (content) => port?.postMessage({ v: 1, ...content }),
    close() {
      frame.removeEventListener('load', greet);
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
