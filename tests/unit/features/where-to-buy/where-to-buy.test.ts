import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createCarousel,
  distanceOf,
} from '../../../../src/features/where-to-buy/where-to-buy.store.ts';

function carouselOf(length: number) {
  const clock = { now: 0 };
  return { clock, ...createCarousel(length, () => clock.now) };
}

test('a move goes one on, and from the last to the first', () => {
  const { clock, $active, move } = carouselOf(12);
  move(-1);
  expect($active.get()).toBe(11);
  clock.now += 300;
  move(1);
  expect($active.get()).toBe(0);
});

test('five clicks within 300 ms move by one', () => {
  const { clock, $active, move } = carouselOf(12);
  for (const now of [0, 60, 120, 180, 299]) {
    clock.now = now;
    move(1);
  }
  expect($active.get()).toBe(1);
  clock.now = 300;
  move(1);
  expect($active.get()).toBe(2);
});

test('a card is jumped to, which locks too', () => {
  const { clock, $active, jump, move } = carouselOf(12);
  jump(7);
  move(1);
  expect($active.get()).toBe(7);
  clock.now = 300;
  jump(7);
  move(1);
  expect($active.get()).toBe(8);
});

test('whatever is pressed, one card of the row is active', () => {
  const presses = fc.array(fc.record({ step: fc.constantFrom(1, -1), wait: fc.nat(600) }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), presses, (length, pressed) => {
      const { clock, $active, move } = carouselOf(length);
      for (const { step, wait } of pressed) {
        clock.now += wait;
        move(step as 1 | -1);
      }
      expect($active.get()).toBeGreaterThanOrEqual(0);
      expect($active.get()).toBeLessThan(length);
    }),
  );
});

test('distance counts to four', () => {
  expect([5, 4, 7, 2, 1, 0, 11].map((index) => distanceOf(index, 5))).toEqual([
    0, 1, 2, 3, 4, 4, 4,
  ]);
});
