let isPressed = false;
const waitingWork: (() => void)[] = [];

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, true);
}

/** Waits for another task, because the click comes in the same one as the end of its press. */
function release(): void {
  isPressed = false;
  setTimeout(() => {
    for (const work of waitingWork.splice(0)) work();
  });
}

/** Delays a message until a press has ended, because it could move what is under the pointer. */
export function afterPress(work: () => void): void {
  if (isPressed) waitingWork.push(work);
  else work();
}

/** A task of its own: frames and presses come in between. @returns a function that cancels it */
export function inNextTask(work: () => void): () => void {
  const task = setTimeout(work);
  return () => clearTimeout(task);
}
