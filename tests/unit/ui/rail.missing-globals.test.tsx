// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { onceSeen } from '../../../src/ui/embedder-events.ts';
import { RailArrows } from '../../../src/ui/rail.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a form counts as seen at once in a page that deleted IntersectionObserver', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  const seen = vi.fn();
  onceSeen(document.body, new AbortController().signal, seen);
  expect(seen).toHaveBeenCalledOnce();
});

test('arrows move once at a press, also where the page stops every click', () => {
  const root = createRoot(document.body);
  const moved = vi.fn();
  flushSync(() => root.render(<RailArrows hasPrevious hasNext onMove={moved} />));
  const [previous, next] = document.querySelectorAll('button');
  previous?.click();
  next?.click();
  expect(moved.mock.calls).toEqual([[-1], [1]]);
  const stop = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('click', stop, { capture: true });
  previous?.click();
  next?.click();
  window.removeEventListener('click', stop, { capture: true });
  expect(moved.mock.calls.slice(2)).toEqual([[-1], [1]]);
  root.unmount();
});
