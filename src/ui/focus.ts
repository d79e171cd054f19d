import { type RefObject, useEffect, useRef } from 'react';

/** The title of the dialog or page: the button that was pressed goes away. */
export function focusTitle(button: Element): void {
  const around = button.closest('dialog') ?? document;
  focusFirstShown(around.querySelectorAll<HTMLElement>('h1, .dialog-title'));
}

export function focusFirstShown(titles: Iterable<HTMLElement>): void {
  for (const title of titles) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    // One that is hidden takes no focus.
    if (document.activeElement === title) return;
  }
}

/** A frame without the focus leaves it to the page around. */
export function mayTakeFocus(): boolean {
  return window.top === window || document.hasFocus();
}

export function useFocusOnMount<Element extends HTMLElement>(
  isWanted = true,
): RefObject<Element | null> {
  const arrived = useRef<Element>(null);
  useEffect(() => {
    if (isWanted && mayTakeFocus()) arrived.current?.focus();
  }, [isWanted]);
  return arrived;
}
