import type { ClientDirective } from 'astro';

/** A user's first touches, and the event that a sign-in in another tab causes. */
const firstTouchEvents = [
  'pointerdown',
  'click',
  'keydown',
  'focusin',
  'input',
  'hashchange',
  'storage',
];

let begin = () => {};
const firstTouch = new Promise<void>((resolve) => {
  begin = resolve;
});

/** A returning user may be signed in, or may have begun a form. */
function hasVisited(): boolean {
  try {
    return window.localStorage.length + window.sessionStorage.length > 0;
  } catch {
    return false;
  }
}

// Captured, because inline/before-hydration.ts stops and stores presses that come too early.
for (const event of firstTouchEvents)
  window.addEventListener(event, begin, { capture: true, once: true });
const { phase } = document.documentElement.dataset;
if (window.location.hash || phase === 'over' || hasVisited()) begin();

/** Starts islands at the first touch, or at once for an address, an earlier visit or a wrong clock. */
const touch: ClientDirective = (load, _options, island) => {
  // Buttons are disabled for browsers without scripts; here an early press is stored.
  for (const button of island.querySelectorAll<HTMLButtonElement>('button:disabled')) {
    button.disabled = false;
  }
  void firstTouch.then(load).then((hydrate) => hydrate());
};

export default touch;
