let isPressed = false;

if (typeof document !== 'undefined') {
  const mark = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  document.addEventListener('pointerdown', mark(true), true);
  document.addEventListener('pointerup', mark(false), true);
  document.addEventListener('pointercancel', mark(false), true);
}

/**
 * Runs work at once, or, while a button of the mouse is down, when its click is over: a message
 * that appears in between would move the page under the pointer, and the click would be lost.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) {
    work();
    return;
  }
  const later = () => setTimeout(work);
  document.addEventListener('pointerup', later, { once: true });
}
