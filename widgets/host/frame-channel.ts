import {
  type FormSettings,
  type FrameContent,
  helloMessage,
  type PageContent,
  readFrameMessage,
} from '../../src/contract/frame-protocol.ts';

/**
 * How long a frame may be silent before users get a link: one that has loaded but shows no form (a
 * refusal, or nothing), and one whose form is still loading.
 */
const noFormMs = 2500;
const slowFormMs = 8000;

const pollMs = 250;

interface FrameListener {
  onMessage(message: FrameContent): void;
  /** Called repeatedly until it is ready. `showsNoForm`: it has loaded, but no form answers. */
  onPoll(showsNoForm: boolean): void;
  /** The frame may still answer, above all if it has not loaded yet. */
  onSilence(hasLoaded: boolean, showsNoForm: boolean): void;
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
  let showsNoForm = false;

  function sayHello() {
    close();
    showsNoForm = true;
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data, id);
      if (!message) return;
      showsNoForm = false;
      if (message.type !== 'loading') clearInterval(timer);
      listener.onMessage(message);
    };
    frame.contentWindow?.postMessage(helloMessage(id, settings()), origin, [channel.port2]);
    awaitAnswer(true);
  }

  function awaitAnswer(hasLoaded: boolean) {
    let waited = 0;
    timer = setInterval(() => {
      listener.onPoll(showsNoForm);
      // A frame far below loads only when it is needed.
      if (hasLoaded || isNear(frame)) waited += pollMs;
      if (waited < (showsNoForm ? noFormMs : slowFormMs)) return;
      clearInterval(timer);
      listener.onSilence(hasLoaded, showsNoForm);
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
  else awaitAnswer(false);
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
