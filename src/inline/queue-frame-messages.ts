import { inlineScript } from './inline-script.ts';

/**
 * The inline script of a framed page: keeps what the page around it says before the frame's own
 * scripts are there, and says it again on their event `promo:listening`.
 */
export function queueFrameMessages(): string {
  return inlineScript(keep, {});
}

function keep(): void {
  const early: MessageEvent[] = [];
  const listen = (event: MessageEvent) => early.push(event);
  addEventListener('message', listen);
  addEventListener(
    'promo:listening',
    () => {
      removeEventListener('message', listen);
      for (const event of early) dispatchEvent(event);
    },
    { once: true },
  );
}
