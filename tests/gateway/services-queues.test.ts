import { expect, test } from 'vitest';
import { Busy } from '../../src/gateway/failures.ts';
import { openWorkQueue, type QueueLimits } from '../../src/gateway/services/queues.ts';

const limits: QueueLimits = { atOnce: 1, perQueue: 4, total: 6 };

interface Asked {
  isKnown?: boolean;
  size?: number;
  signal?: AbortSignal;
}

/** A queue that is at work, and what is asked of it until that work is let go. */
function busyQueue(changed: Partial<QueueLimits> = {}) {
  const queue = openWorkQueue('works', { ...limits, ...changed });
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const all: Promise<unknown>[] = [queue.run({ queueKey: 'first', isKnown: false }, () => promise)];
  const ask = (line: string, { isKnown = false, size = 1, signal }: Asked = {}) => {
    const asked = queue
      .run(
        { queueKey: line, isKnown, ...(signal && { signal }) },
        async () => done.push(line),
        size,
      )
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(Busy);
        done.push(`${line} refused`);
      });
    all.push(asked);
  };
  const finish = async () => {
    resolve();
    await Promise.all(all);
    return done.join(' ');
  };
  return { queue, ask, finish };
}

test('lines take turns: a long one delays only itself', async () => {
  const { ask, finish } = busyQueue();
  for (const line of ['a', 'a', 'a', 'b', 'c', 'c']) ask(line);
  expect(await finish()).toBe('a b c a c a');
});

test('every second turn is for known users, and a free turn is taken at once', async () => {
  const { ask, finish } = busyQueue();
  for (const line of ['a', 'b', 'c']) ask(line);
  for (const line of ['x', 'y']) ask(line, { isKnown: true });
  expect(await finish()).toBe('x a y b c');
});

test('a line has a maximum length', async () => {
  const { ask, finish } = busyQueue();
  for (const line of ['a', 'a', 'a', 'a', 'a']) ask(line);
  expect(await finish()).toBe('a refused a a a a');
});

test('a short queue replaces the last task of the longest one when all are full', async () => {
  const { queue, ask, finish } = busyQueue();
  for (const line of ['a', 'a', 'a', 'a', 'b', 'b']) ask(line);
  ask('c');
  expect(queue.waiting()).toBe(6);
  expect(await finish()).toBe('a refused a b c a b a');
});

test('a queue full of single tasks refuses a stranger, but no known user', async () => {
  const { ask, finish } = busyQueue({ total: 2 });
  for (const line of ['a', 'b', 'c']) ask(line);
  ask('x', { isKnown: true });
  expect(await finish()).toBe('c refused x a b');
});

test('waiting tasks count by size', async () => {
  const { ask, finish } = busyQueue({ total: 100 });
  ask('a', { size: 60 });
  ask('b', { size: 60 });
  ask('c', { size: 40 });
  expect(await finish()).toBe('b refused a c');
});

test('a task that leaves the line frees its place, and no one’s turn is lost', async () => {
  const { queue, ask, finish } = busyQueue({ perQueue: 2, total: 3 });
  const leaving = new AbortController();
  ask('a', { signal: leaving.signal });
  ask('a', { signal: leaving.signal });
  ask('b', { signal: leaving.signal });
  leaving.abort();
  expect(queue.waiting()).toBe(0);
  for (const line of ['a', 'c', 'a']) ask(line);
  expect(queue.waiting()).toBe(3);
  expect(await finish()).toBe('a refused a refused b refused a c a');
  const late = queue.run({ queueKey: 'd', isKnown: false, signal: leaving.signal }, async () => {});
  await expect(late).rejects.toBeInstanceOf(Busy);
});

test('a failed task hands on its turn', async () => {
  const queue = openWorkQueue('works', limits);
  const entry = { queueKey: 'a', isKnown: false };
  const fails = queue.run(entry, () => Promise.reject(new Error('failed')));
  const next = queue.run(entry, async () => 'done');
  await expect(fails).rejects.toThrow('failed');
  expect(await next).toBe('done');
  expect(queue.waiting()).toBe(0);
});
