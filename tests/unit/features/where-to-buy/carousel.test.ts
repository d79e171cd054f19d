import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  distanceOf,
  jump,
  move,
  newCarousel,
} from '../../../../src/features/where-to-buy/shop-carousel.island.tsx';

test('a move goes one on, and from the last to the first', () => {
  const last = move(newCarousel(12), -1, 0);
  expect(last.active).toBe(11);
  expect(move(last, 1, 300).active).toBe(0);
});

test('five clicks within 300 ms move by one', () => {
  const clicks = [0, 60, 120, 180, 299];
  const moved = clicks.reduce((carousel, now) => move(carousel, 1, now), newCarousel(12));
  expect(moved.active).toBe(1);
  expect(move(moved, 1, 300).active).toBe(2);
});

test('a card is jumped to, which locks too, unless it is the active one', () => {
  const jumped = jump(newCarousel(12), 7, 0);
  expect(move(jumped, 1, 0).active).toBe(7);
  expect(move(jump(jumped, 7, 300), 1, 300).active).toBe(8);
});

test('one card of the row is active, whatever is pressed', () => {
  const presses = fc.array(fc.record({ step: fc.constantFrom(1, -1), wait: fc.nat(600) }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), presses, (length, pressed) => {
      let carousel = newCarousel(length);
      let now = 0;
      for (const { step, wait } of pressed) {
        now += wait;
        carousel = move(carousel, step as 1 | -1, now);
      }
      expect(carousel.active).toBeGreaterThanOrEqual(0);
      expect(carousel.active).toBeLessThan(length);
    }),
  );
});

test('distance counts to four', () => {
  expect([5, 4, 7, 2, 1, 0, 11].map((index) => distanceOf(index, 5))).toEqual([
    0, 1, 2, 3, 4, 4, 4,
  ]);
});
