import { afterEach, expect, test, vi } from 'vitest';
import { gatewayTime, learnTime } from '../../../src/client/clock.ts';
import { memoryStore } from '../../../src/client/storage.ts';
import { clockKey } from '../../../src/storage-keys.ts';

const now = new Date('2025-10-20T15:00:00Z');
const yearAgo = new Date('2024-10-20T15:00:00Z');

const answer = (cacheControl: string) =>
  new Headers({ date: now.toUTCString(), 'cache-control': cacheControl });

/** A device with this clock, and what it knows. */
function device(clock: Date) {
  vi.useFakeTimers({ toFake: ['Date'], now: clock });
  return memoryStore();
}

afterEach(() => {
  vi.useRealTimers();
});

test.each(['no-store', 'public, max-age=0, must-revalidate', 'public, max-age=60'])(
  'a wrong clock is put right by an answer that is %s',
  (cacheControl) => {
    const storage = device(yearAgo);
    learnTime(answer(cacheControl), storage);
    expect(gatewayTime(storage)).toEqual(now);
  },
);

test.each([
  ['that a cache may have kept for a day', answer('public, max-age=86400, must-revalidate')],
  ['without a date', new Headers({ 'cache-control': 'no-store' })],
])('an answer %s says nothing about the time', (_, headers) => {
  const storage = device(yearAgo);
  learnTime(headers, storage);
  expect(gatewayTime(storage)).toEqual(yearAgo);
});

test('a clock that has been corrected is trusted again', () => {
  const storage = device(yearAgo);
  learnTime(answer('no-store'), storage);
  vi.setSystemTime(now);
  learnTime(answer('no-store'), storage);
  expect(gatewayTime(storage)).toEqual(now);
});

test('a clock that is a minute off is accurate enough', () => {
  const storage = device(new Date(now.getTime() - 60_000));
  learnTime(answer('no-store'), storage);
  expect(storage.get(clockKey)).toBeNull();
});
