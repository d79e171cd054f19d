import type { FrameMessage } from '../../src/contract/widget-messages.ts';
import { helloMessage, readFrameMessage } from './frame-messages.ts';

/** A frame that has loaded has this long to answer. Milliseconds. */
const patience = 8000;

/** What becomes of a frame; `lost` when it was loaded twice and did not answer. */
export interface FrameListener {
  said(message: FrameMessage): void;
  lost(): void;
}

let frames = 0;

/**
 * Says hello to a frame of the campaign's each time it has loaded, and hears it through a port that
 * nobody else has. One that does not answer is loaded once more.
 * @param origin the campaign's; a page of any other never gets the hello.
 * @returns what ends it.
 */
export function openChannel(
  frame: HTMLIFrameElement,
  origin: string,
  listener: FrameListener,
): () => void {
  frames += 1;
  const id = `promo-${frames}`;
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retried = false;

  function greet() {
    close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data, id);
      if (!message) return;
      clearTimeout(timer);
      listener.said(message);
    };
    frame.contentWindow?.postMessage(helloMessage(id), origin, [channel.port2]);
    timer = setTimeout(giveUp, patience);
  }

  function giveUp() {
    close();
    if (retried) {
      listener.lost();
      return;
    }
    retried = true;
    frame.src = frame.getAttribute('src') ?? '';
  }

  function close() {
    clearTimeout(timer);
    if (port) port.onmessage = null;
    port?.close();
    port = undefined;
  }

  frame.addEventListener('load', greet);
  if (hasArrived(frame)) greet();
  return () => {
    frame.removeEventListener('load', greet);
    close();
  };
}

/** Another origin's document cannot be seen, an empty one can. */
function hasArrived({ contentWindow, contentDocument }: HTMLIFrameElement): boolean {
  return contentWindow !== null && contentDocument?.URL !== 'about:blank';
}
