import {
  type FormSettings,
  type FrameContent,
  helloMessage,
  type PageContent,
  readFrameMessage,
} from '../../src/contract/frame-protocol.ts';

/**
 * Milliseconds of silence after which users are shown another way: of a frame that has loaded and
 * holds something else than the form, a refusal or nothing; and of a form that is still coming.
 */
const strangeMs = 2500;
const comingMs = 8000;

/** Milliseconds between two looks at a silent frame. */
const look = 250;

interface FrameListener {
  onMessage(message: FrameContent): void;
  /** Again and again until it is ready. `isStrange` where no form has answered in a loaded frame. */
  onLook(isStrange: boolean): void;
  /** It may still speak, above all when it has not loaded yet. */
  onSilence(hasLoaded: boolean, isStrange: boolean): void;
}

let frames = 0;

/**
 * Says hello at each load, never to another origin, and never reloads the frame: its form can be
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
      // A frame far below is not loaded before it is needed.
      if (hasLoaded || isNear(frame)) waited += look;
      if (waited < (isStrange ? strangeMs : comingMs)) return;
      clearInterval(timer);
      listener.onSilence(hasLoaded, isStrange);
    }, look);
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

/** Another origin's document cannot be seen, an empty one can. */
function hasArrived({ contentWindow, contentDocument }: HTMLIFrameElement): boolean {
  return contentWindow !== null && contentDocument?.URL !== 'about:blank';
}

function isNear(frame: HTMLIFrameElement): boolean {
  const { top, bottom } = frame.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
