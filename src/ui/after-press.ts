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

/** A message that appears during a press would move what is under the pointer. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
