import type { ReadableAtom } from 'nanostores';
import { type ComponentChild, render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Replaces `react-dom/client` in widgets; `useStore` replaces `@nanostores/react`. */
export function createRoot(place: Element) {
  return {
    render: (view: ComponentChild) => render(view, place),
    unmount: () => render(null, place),
  };
}

export function useStore<Value>(store: ReadableAtom<Value>): Value {
  const [, draw] = useState<Value>(store.get());
  useLayoutEffect(() => store.subscribe((value) => draw(() => value)), [store]);
  return store.get();
}
