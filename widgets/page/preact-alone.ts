import type { ReadableAtom } from 'nanostores';
import { type ComponentChild, options, render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

// A page served as XML ignores autoComplete; in small letters, "false" would count as true.
options.vnode = ({ type, props }) => {
  if (typeof type !== 'string') return;
  for (const [name, value] of Object.entries(props)) {
    if (!/^(?:auto|spell)/.test(name)) continue;
    const property = { [name.toLowerCase()]: value === 'false' ? false : value };
    Object.assign(props, { [name]: null }, property);
  }
};

/** Replaces `react-dom/client` in widgets; `useStore` replaces `@nanostores/react`. */
export function createRoot(parent: Element) {
  return {
    render: (view: ComponentChild) => render(view, parent),
    unmount: () => render(null, parent),
  };
}

export function useStore<Value>(store: ReadableAtom<Value>): Value {
  const [, draw] = useState<Value>(store.get());
  useLayoutEffect(() => store.subscribe((value) => draw(() => value)), [store]);
  return store.get();
}
