import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** Renders into the empty `main` of a page, until the test ends. @returns the root */
export function renderInPage(view: ReactNode): Root {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  onTestFinished(() => root.unmount());
  flushSync(() => root.render(view));
  return root;
}
