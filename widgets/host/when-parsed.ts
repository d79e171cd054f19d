/**
 * Calls back once the element's children are there: at once, unless the parser is still inside it.
 * @returns what stops the waiting.
 */
export function whenParsed(element: Element, act: () => void): () => void {
  if (document.readyState !== 'loading' || hasFollower(element)) {
    act();
    return () => {};
  }
  document.addEventListener('DOMContentLoaded', act, { once: true });
  return () => document.removeEventListener('DOMContentLoaded', act);
}

/** Whatever follows an element, or one around it, was parsed after its end. */
function hasFollower(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) {
    if (node.nextSibling) return true;
  }
  return false;
}
