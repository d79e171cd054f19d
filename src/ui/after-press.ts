/** Undefined while nothing is pressed. */
let waitingWork: (() => void)[] | undefined;

// A key ends a press too: browsers keep its end to themselves if it opened a list or a menu.
for (const event of ['pointerdown', 'pointerup', 'pointercancel', 'keydown'])
  globalThis.document?.addEventListener(event, followPress, true);

/** Waits for another task, because the click comes in the same one as the end of its press. */
function followPress({ type }: Event): void {
  const work = waitingWork ?? [];
  waitingWork = type === 'pointerdown' ? work : undefined;
  if (waitingWork) return;
  setTimeout(() => {
    for (const show of work) show();
  });
}

/** Delays a message until a press has ended, because it could move what is under the pointer. */
export function afterPress(work: () => void): void {
  if (waitingWork) waitingWork.push(work);
  else work();
}
