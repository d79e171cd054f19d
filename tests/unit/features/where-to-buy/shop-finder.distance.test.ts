import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  distanceBetween,
  distanceText,
} from '../../../../src/features/where-to-buy/shop-finder.ts';

const curitiba = { latitude: -25.4284, longitude: -49.2733 };
const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('distances are right, also over the date line and between opposite points', () => {
  const between = (latitude: number, longitude: number) =>
    Math.round(distanceBetween(curitiba, { latitude, longitude }));
  expect(between(-30.0346, -51.2177)).toBe(547);
  expect(between(-25.4284, -49.2733)).toBe(0);
  expect(between(25.4284, 130.7267)).toBe(20015);
  expect(
    Math.round(
      distanceBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }),
    ),
  ).toBe(111);
});

test('a distance is the same in both directions, and at most half the earth', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      const distance = distanceBetween(a, b);
      expect(distance).toBeCloseTo(distanceBetween(b, a), 6);
      expect(distance).toBeGreaterThanOrEqual(0);
      expect(distance).toBeLessThan(20_016);
    }),
  );
});

test('a distance is shown in m or km, never over two lines', () => {
  const kilometres = [0, 0.084, 0.85, 0.994, 0.996, 1, 1.24, 9.94, 9.96, 37.4, 1234];
  const asShown = [
    'a 0 m',
    'a 80 m',
    'a 850 m',
    'a 990 m',
    'a 1 km',
    'a 1 km',
    'a 1,2 km',
    'a 9,9 km',
    'a 10 km',
    'a 37 km',
    'a 1.234 km',
  ];
  expect(kilometres.map(distanceText)).toEqual(
    asShown.map((text) => text.replaceAll(' ', '\u00a0')),
  );
});
