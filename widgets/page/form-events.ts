import { announce } from '../host/events.ts';

const types = ['submit', 'success', 'error'] as const;

/** The forms tell the document; the page listens to the widget's element, so that one tells it. */
export function retellForms(host: HTMLElement, signal: AbortSignal): void {
  const own = new Set<string>();
  for (const type of types) {
    window.addEventListener(
      `promo:${type}`,
      (event) => {
        const { form } = event.detail;
        // A success may have taken the form itself away.
        if (host.querySelector(`form[id="${CSS.escape(form)}"]`)) own.add(form);
        if (event.target !== document || !own.has(form)) return;
        event.stopImmediatePropagation();
        announce(host, type, { form });
      },
      { capture: true, signal },
    );
  }
}
