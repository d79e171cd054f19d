// @vitest-environment happy-dom
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { RailArrows } from '../../../src/ui/rail.tsx';

function Rail() {
  const [at, setAt] = useState(0);
  return (
    <RailArrows
      hasPrevious={at > 0}
      hasNext={at < 2}
      onMove={(step) => setAt((before) => before + step)}
    />
  );
}

test('the other arrow takes the focus when the pressed one is hidden at an end', () => {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  flushSync(() => root.render(<Rail />));
  const [previous, next] = [...document.querySelectorAll('button')];
  const press = (arrow: HTMLElement | undefined) => flushSync(() => arrow?.click());
  next?.focus();
  press(next);
  expect(document.activeElement).toBe(next);
  press(next);
  expect(document.activeElement).toBe(previous);
  press(previous);
  press(previous);
  expect(document.activeElement).toBe(next);
  root.unmount();
});
