let isPressed = false;
const waiting: (() => void)[] = [];

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true);
}

/** The click comes with the end of its press, before any later task. */
function release(): void {
  isPressed = false;
  setTimeout(() => {
    for (const work of waiting.splice(0)) work();
  });
}

/**
 * Runs work at once, or after the click while the page is pressed: a message that appears in
 * between would move what is under the pointer, and the click would be lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
