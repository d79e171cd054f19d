import { expect, test } from 'vitest';
import { Busy } from '../../src/gateway/failures.ts';
import { type QueueLimits, WorkQueue } from '../../src/gateway/services/queues.ts';

const limits: QueueLimits = { atOnce: 1, perQueue: 4, total: 6 };

interface TaskOptions {
  hasPriority?: boolean;
  group?: string;
  size?: number;
  signal?: AbortSignal;
}

/** A queue that is at work, and what is added to it until that work is let go. */
function busyQueue(changed: Partial<QueueLimits> = {}) {
  const queue = new WorkQueue('works', { ...limits, ...changed });
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const all: Promise<unknown>[] = [queue.run({ queueKey: 'first' }, () => promise)];
  const add = (
    key: string,
    { hasPriority = false, group = key, size = 1, signal }: TaskOptions = {},
  ) => {
    const task = queue
      .run(
        { queueKey: key, group, hasPriority, ...(signal && { signal }) },
        async () => done.push(key),
        size,
      )
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(Busy);
        done.push(`${key} refused`);
      });
    all.push(task);
  };
  const finish = async () => {
    resolve();
    await Promise.all(all);
    return done.join(' ');
  };
  return { queue, add, finish };
}

test('queues take turns: a long one delays only itself', async () => {
  const { add, finish } = busyQueue();
  for (const key of ['a', 'a', 'a', 'b', 'c', 'c']) add(key);
  expect(await finish()).toBe('a b c a c a');
});

test('every second turn is for those with priority, and a free turn is taken at once', async () => {
  const { add, finish } = busyQueue();
  for (const key of ['a', 'b', 'c']) add(key);
  for (const key of ['x', 'y']) add(key, { hasPriority: true });
  expect(await finish()).toBe('x a y b c');
});

test('a queue has a maximum length', async () => {
  const { add, finish } = busyQueue();
  for (const key of ['a', 'a', 'a', 'a', 'a']) add(key);
  expect(await finish()).toBe('a refused a a a a');
});

test('a short queue replaces the last task of the longest one when all are full', async () => {
  const { queue, add, finish } = busyQueue();
  for (const key of ['a', 'a', 'a', 'a', 'b', 'b']) add(key);
  add('c');
  expect(queue.waiting()).toBe(6);
  expect(await finish()).toBe('a refused a b c a b a');
});

test('a queue full of single tasks refuses one without priority, but none with it', async () => {
  const { add, finish } = busyQueue({ total: 2 });
  for (const key of ['a', 'b', 'c']) add(key);
  add('x', { hasPriority: true });
  expect(await finish()).toBe('c refused x a b');
});

test('many queues of one group take the turns of one, and give way to another group', async () => {
  const { add, finish } = busyQueue({ total: 4 });
  for (const key of ['a', 'b', 'c', 'd']) add(key, { group: 'one network' });
  add('e');
  expect(await finish()).toBe('d refused a e b c');
});

test('within a full group, a short queue replaces the last task of the longest one', async () => {
  const { add, finish } = busyQueue({ total: 4 });
  for (const key of ['a', 'a', 'a', 'b', 'c', 'b']) add(key, { group: 'one network' });
  expect(await finish()).toBe('b refused a refused a b c a');
});

test('those with priority have as much room again, and no more', async () => {
  const { add, finish } = busyQueue({ total: 2 });
  for (const key of ['a', 'b']) add(key);
  for (const key of ['x', 'y', 'z']) add(key, { hasPriority: true });
  expect(await finish()).toBe('z refused x a y b');
});

test('waiting tasks count by size', async () => {
  const { add, finish } = busyQueue({ total: 100 });
  add('a', { size: 60 });
  add('b', { size: 60 });
  add('c', { size: 40 });
  expect(await finish()).toBe('b refused a c');
});

test('a task that leaves its queue frees its place, and no one’s turn is lost', async () => {
  const { queue, add, finish } = busyQueue({ perQueue: 2, total: 3 });
  const leaving = new AbortController();
  add('a', { signal: leaving.signal });
  add('a', { signal: leaving.signal });
  add('b', { signal: leaving.signal });
  leaving.abort();
  expect(queue.waiting()).toBe(0);
  for (const key of ['a', 'c', 'a']) add(key);
  expect(queue.waiting()).toBe(3);
  expect(await finish()).toBe('a refused a refused b refused a c a');
  const late = queue.run({ queueKey: 'd', signal: leaving.signal }, async () => {});
  await expect(late).rejects.toBeInstanceOf(Busy);
});

test('a failed task hands on its turn', async () => {
  const queue = new WorkQueue('works', limits);
  const entry = { queueKey: 'a' };
  const fails = queue.run(entry, () => Promise.reject(new Error('failed')));
  const next = queue.run(entry, async () => 'done');
  await expect(fails).rejects.toThrow('failed');
  expect(await next).toBe('done');
  expect(queue.waiting()).toBe(0);
});
