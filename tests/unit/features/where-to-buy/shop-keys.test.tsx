// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { ShopCarousel } from '../../../../src/features/where-to-buy/shop-carousel.island.tsx';

test('arrows move the cards, but not with the keys that lead back in the browser', () => {
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  const retailers = ['Um', 'Dois', 'Três'].map((name) => ({ name, logo: '', url: '/' }));
  flushSync(() => root.render(<ShopCarousel retailers={retailers} />));
  const active = () => document.querySelector('[aria-current] b')?.textContent;
  const press = (keys: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...keys });
    flushSync(() => document.querySelector('ul')?.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(press({ key: 'ArrowLeft', altKey: true })).toBe(false);
  expect(press({ key: 'ArrowRight', metaKey: true })).toBe(false);
  expect(active()).toBe('Um');
  expect(press({ key: 'ArrowRight' })).toBe(true);
  expect(active()).toBe('Dois');
  root.unmount();
});
