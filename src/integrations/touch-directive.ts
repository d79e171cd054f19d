import type { ClientDirective } from 'astro';

/** What a person does first to a page, and how another page of this origin says who signed in. */
const signs = ['pointerdown', 'keydown', 'focusin', 'input', 'hashchange', 'storage'];

const islands: Promise<unknown>[] = [];
let pressed: HTMLElement | null = null;
let begin = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** A press that comes before its script waits for it; links to other pages need none. */
function hold(event: Event): void {
  const { target } = event;
  const control = target instanceof Element && target.closest<HTMLElement>('a[href*="#"],button');
  if (!control) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pressed = control;
  void wake();
}

async function wake(): Promise<void> {
  for (const sign of signs) window.removeEventListener(sign, wake);
  begin();
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  }
  await Promise.all(islands);
  window.removeEventListener('click', hold, true);
  pressed?.click();
  pressed = null;
}

/** A user who has been here before may be signed in, or have begun something. */
function isKnown(): boolean {
  try {
    return window.localStorage.length + window.sessionStorage.length > 0;
  } catch {
    return false;
  }
}

window.addEventListener('click', hold, true);
for (const sign of signs) window.addEventListener(sign, wake);
if (window.location.hash || isKnown()) void wake();

/**
 * `client:touch`: the islands of a page that are drawn already get their scripts all together when
 * the page is first touched, or at once where an address or a visit before asks for them.
 */
const touch: ClientDirective = (load, _options, island) => {
  // Disabled for browsers without scripts: here a press waits, also one that a disabled button would not tell.
  for (const button of island.querySelectorAll<HTMLButtonElement>('button:disabled')) {
    button.disabled = false;
  }
  islands.push(begun.then(load).then((hydrate) => hydrate()));
};

export default touch;
