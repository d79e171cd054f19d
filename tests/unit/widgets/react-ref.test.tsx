// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { WhereToBuy } from '../../../widgets/npm/react.ts';

test('a ref gets the element once, however often its page renders', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const given: (string | undefined)[] = [];
  const ref = (element: HTMLElement | null) => void given.push(element?.localName);
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  for (const heading of ['Lojas', 'Onde comprar']) {
    await act(async () => root.render(<WhereToBuy ref={ref} campaign={19} heading={heading} />));
  }
  expect(given).toEqual(['promo-where-to-buy']);
  await act(async () => root.unmount());
  expect(given).toEqual(['promo-where-to-buy', undefined]);
});
