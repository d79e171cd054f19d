// What the drivers lack to press as surely as a hand does. These functions run in the page.

/**
 * Waits until an element has stood in one place for some frames. What moves while a driver works out
 * where to press is missed: a dialog beside which a frame grows, or a page that begins to scroll to
 * what has the focus some frames after it was given.
 */
export function untilStill(element: Element): Promise<void> {
  const place = () => JSON.stringify(element.getBoundingClientRect());
  return new Promise((resolve) => {
    const look = (before: string, still: number) =>
      requestAnimationFrame(() => {
        const now = place();
        if (now !== before) look(now, 0);
        else if (still < 8) look(now, still + 1);
        else resolve();
      });
    look(place(), 0);
  });
}

/** Remembers whether the next press reaches this element, which `isMissed` then tells. */
export function awaitPress(element: Element): void {
  const note = Symbol.for('pressed');
  const notes: Record<symbol, unknown> = globalThis as never;
  notes[note] = null;
  element.addEventListener(
    'click',
    () => {
      notes[note] = element;
    },
    { capture: true, once: true },
  );
}

export function isMissed(element: Element): boolean {
  const notes: Record<symbol, unknown> = globalThis as never;
  return notes[Symbol.for('pressed')] !== element;
}

export const missed = 'The page moved under the press';
