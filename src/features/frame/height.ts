/** Room below an open dialog, pixels. */
const margin = 16;

/**
 * Calls back with the height that everything in the page needs, in pixels: now, and whenever it
 * changes. An open dialog stands outside the content and may need more.
 * @returns what ends it.
 */
export function followHeight(tell: (height: number) => void): () => void {
  const sizes = new ResizeObserver(() => tell(neededHeight()));
  const follow = () => {
    sizes.disconnect();
    for (const element of [document.body, ...openDialogs()]) sizes.observe(element);
  };
  const dialogs = new MutationObserver(follow);
  dialogs.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  follow();
  return () => {
    sizes.disconnect();
    dialogs.disconnect();
  };
}

function neededHeight(): number {
  const bottoms = openDialogs().map((dialog) => bottomOf(dialog) + margin);
  return Math.ceil(Math.max(bottomOf(document.body), ...bottoms));
}

function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom + window.scrollY;
}

function openDialogs(): Element[] {
  return [...document.querySelectorAll('dialog[open]')];
}
