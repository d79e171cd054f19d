import { inlineScript } from './inline-script.ts';

/**
 * On a page whose islands load at once: a button that is pressed before its island lives waits for
 * it. `client:touch` (touch-directive.ts) does so where nothing loads before a touch.
 */
export function replayClicks(html: string): string {
  if (!html.includes('client="load"')) return html;
  const script = `<script>${inlineScript(hold, {})}</script>`;
  return html.replace('</head>', (end) => script + end);
}

/** If the user clicks several buttons before they work, only the last click is replayed. */
function hold(): void {
  let pressed: Element | null = null;
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const island = button?.closest('astro-island[ssr]');
      if (!button || !island) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed = button;
      island.addEventListener(
        'astro:hydrate',
        () => {
          if (pressed !== button) return;
          pressed = null;
          button.click();
        },
        { once: true },
      );
    },
    true,
  );
}
