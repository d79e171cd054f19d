import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';

/** Renders into the empty `main` of a page. @returns the root, for the test to unmount */
export function renderInPage(view: ReactNode): Root {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(view));
  return root;
}
