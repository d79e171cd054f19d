import type { ClientDirective } from 'astro';

/** What a user does first, and how another tab says who signed in. */
const signs = ['pointerdown', 'keydown', 'focusin', 'input', 'hashchange', 'storage'];

const islands: Promise<unknown>[] = [];
let pressed: HTMLElement | null = null;
let begin = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** A press that comes too early waits; links to other pages need no script. */
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
 * `client:touch`: all islands of a page get their scripts together when it is first touched, or at
 * once where an address or an earlier visit asks for them.
 */
const touch: ClientDirective = (load, _options, island) => {
  // Disabled for browsers without scripts; here a press is held.
  for (const button of island.querySelectorAll<HTMLButtonElement>('button:disabled')) {
    button.disabled = false;
  }
  islands.push(begun.then(load).then((hydrate) => hydrate()));
};

export default touch;
