import type { ClientDirective } from 'astro';

/** A user's first acts, and the event by which another tab reports a sign-in. */
const signs = ['pointerdown', 'click', 'keydown', 'focusin', 'input', 'hashchange', 'storage'];

let begin = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** A user who has been here before may be signed in, or have begun something. */
function isKnown(): boolean {
  try {
    return window.localStorage.length + window.sessionStorage.length > 0;
  } catch {
    return false;
  }
}

// Before anything can stop the event: a press that comes too early is held (inline/early.ts).
for (const sign of signs) window.addEventListener(sign, begin, { capture: true, once: true });
if (window.location.hash || isKnown()) begin();

/** Starts islands at the first touch, or at once when the address or an earlier visit needs them. */
const touch: ClientDirective = (load, _options, island) => {
  // Disabled for browsers without scripts; here a press is held.
  for (const button of island.querySelectorAll<HTMLButtonElement>('button:disabled')) {
    button.disabled = false;
  }
  void begun.then(load).then((hydrate) => hydrate());
};

export default touch;
