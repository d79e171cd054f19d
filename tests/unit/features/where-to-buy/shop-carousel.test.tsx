// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  distanceOf,
  ShopCarousel,
} from '../../../../src/features/where-to-buy/shop-carousel.island.tsx';

/** Twelve cards of the sizes that they have on a phone; happy-dom lays nothing out. */
function showShops() {
  vi.useFakeTimers({ toFake: ['performance'] });
  document.body.innerHTML = '<main></main>';
  const root = createRoot(document.querySelector('main') as HTMLElement);
  onTestFinished(() => {
    root.unmount();
    vi.useRealTimers();
  });
  const retailers = [...'ABCDEFGHIJKL'].map((name) => ({ name, logo: '', url: '/' }));
  flushSync(() => root.render(<ShopCarousel retailers={retailers} />));
  const list = document.querySelector('ul') as HTMLElement;
  const cards = [...list.querySelectorAll('li')];
  lay(list, { width: 360, scrollWidth: 2320 });
  for (const [index, card] of cards.entries()) lay(card, { left: 16 + index * 192, width: 176 });
  return {
    list,
    cards,
    active: () => document.querySelector('[aria-current] b')?.textContent,
    arrow: (name: string) => document.querySelector(`[aria-label="${name}"]`) as HTMLElement,
    /** A key or a click, so many milliseconds after the one before it. */
    act(target: HTMLElement, event: Event, afterMs = 1_000) {
      vi.advanceTimersByTime(afterMs);
      flushSync(() => target.dispatchEvent(event));
      return event.defaultPrevented;
    },
    swipeTo(left: number) {
      list.scrollLeft = left;
      list.dispatchEvent(new Event('scroll'));
    },
  };
}

function lay(
  element: HTMLElement,
  { left = 0, width, scrollWidth = width }: { left?: number; width: number; scrollWidth?: number },
) {
  Object.defineProperties(element, {
    offsetLeft: { value: left },
    offsetWidth: { value: width },
    clientWidth: { value: width },
    scrollWidth: { value: scrollWidth },
  });
}

const press = (keys: KeyboardEventInit) =>
  new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...keys });
const click = () => new MouseEvent('click', { bubbles: true, cancelable: true });

test('arrows move the cards, but not with the keys that lead back in the browser', () => {
  const { list, active, act } = showShops();
  expect(act(list, press({ key: 'ArrowLeft', altKey: true }))).toBe(false);
  expect(act(list, press({ key: 'ArrowRight', metaKey: true }))).toBe(false);
  expect(active()).toBe('A');
  expect(act(list, press({ key: 'ArrowRight' }))).toBe(true);
  expect(active()).toBe('B');
});

test('a move goes one on, and from the first to the last', () => {
  const { list, active, act } = showShops();
  act(list, press({ key: 'ArrowLeft' }));
  expect(active()).toBe('L');
  act(list, press({ key: 'ArrowRight' }));
  expect(active()).toBe('A');
});

test('five presses within 300 ms move by one', () => {
  const { active, act, arrow } = showShops();
  for (const wait of [1_000, 60, 60, 60, 119]) act(arrow('Próximo'), click(), wait);
  expect(active()).toBe('B');
  act(arrow('Próximo'), click(), 1);
  expect(active()).toBe('C');
});

test('a pressed card is jumped to, which locks too, unless it is the active one', () => {
  const { cards, list, active, act } = showShops();
  const eighth = cards[7] as HTMLElement;
  act(eighth, click());
  act(list, press({ key: 'ArrowRight' }), 0);
  expect(active()).toBe('H');
  act(eighth, click(), 300);
  act(list, press({ key: 'ArrowRight' }), 0);
  expect(active()).toBe('I');
});

test('distance counts to four', () => {
  expect([5, 4, 7, 2, 1, 0, 11].map((index) => distanceOf(index, 5))).toEqual([
    0, 1, 2, 3, 4, 4, 4,
  ]);
});

test('the card that a swipe brings to the middle is the active one, at an end the outermost', async () => {
  const { cards, active, arrow, swipeTo } = showShops();
  swipeTo(884);
  await expect.poll(active).toBe('F');
  expect(cards[0]?.dataset['distance']).toBe('4');
  expect(arrow('Anterior').hidden).toBe(false);
  swipeTo(2320 - 360);
  await expect.poll(active).toBe('L');
  expect(arrow('Próximo').hidden).toBe(true);
  swipeTo(0);
  await expect.poll(active).toBe('A');
});
