import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the title of the dialog or page around a button that is about to be removed. */
export function focusTitle(button: Element): void {
  const around = button.closest('dialog') ?? document;
  focusFirstShown(around.querySelectorAll<HTMLElement>('h1, .dialog-title'));
}

export function focusFirstShown(titles: Iterable<HTMLElement>): void {
  for (const title of titles) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    // A hidden title takes no focus: the next one gets it.
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
  const focusTarget = useRef<Element>(null);
  useEffect(() => {
    if (isWanted && mayTakeFocus()) focusTarget.current?.focus();
  }, [isWanted]);
  return focusTarget;
}
