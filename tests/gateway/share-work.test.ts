import { expect, test } from 'vitest';
import { getOrMake, memoize, shareWhileReading } from '../../src/gateway/share-work.ts';

test('callers that come together share one result, and one that failed is made again', async () => {
  const cache = new Map<string, Promise<string>>();
  let timesMade = 0;
  const answers = ['a full disk', null, 'never made'];
  const get = () =>
    getOrMake(cache, 'page', async () => {
      const problem = answers[timesMade];
      timesMade += 1;
      if (problem) throw new Error(problem);
      return 'the page';
    });
  const together = await Promise.allSettled([get(), get()]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(timesMade).toBe(1);
  expect(await get()).toBe('the page');
  expect(await get()).toBe('the page');
  expect(timesMade).toBe(2);
});

test('a read is repeated once it is too old, and one that is under way does not replace a newer one', async () => {
  const clock = { now: new Date(0) };
  const reads: PromiseWithResolvers<string>[] = [];
  const read = memoize(
    () => {
      const own = Promise.withResolvers<string>();
      reads.push(own);
      return own.promise;
    },
    { now: () => clock.now, milliseconds: 1000 },
  );
  const slow = read();
  clock.now = new Date(1000);
  const fast = read();
  reads[1]?.resolve('newer');
  reads[0]?.reject(new Error('too slow'));
  await expect(slow).rejects.toThrow('too slow');
  expect(await fast).toBe('newer');
  expect(await read()).toBe('newer');
  expect(reads).toHaveLength(2);
});

test('callers share a read while it is under way, and no longer', async () => {
  const reads: PromiseWithResolvers<string>[] = [];
  const read = shareWhileReading(() => {
    const own = Promise.withResolvers<string>();
    reads.push(own);
    return own.promise;
  });
  const together = [read(), read()];
  reads[0]?.resolve('first');
  expect(await Promise.all(together)).toEqual(['first', 'first']);
  const later = read();
  reads[1]?.resolve('second');
  expect(await later).toBe('second');
  expect(reads).toHaveLength(2);
});
