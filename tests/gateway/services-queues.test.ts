import { expect, test } from 'vitest';
import { Busy } from '../../src/gateway/failures.ts';
import { readBytes } from '../../src/gateway/http/body.ts';
import {
  openWorkQueue,
  ownTurn,
  type QueueLimits,
  uploadTurn,
} from '../../src/gateway/services/queues.ts';

const limits: QueueLimits = { atOnce: 1, line: 4, total: 6 };

/** A queue that is at work, and what is asked of it until that work is let go. */
function busyQueue(changed: Partial<QueueLimits> = {}) {
  const queue = openWorkQueue('works', { ...limits, ...changed });
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const all: Promise<unknown>[] = [queue.run({ line: 'first', isKnown: false }, () => promise)];
  const ask = (line: string, { isKnown = false, size = 1 } = {}) => {
    const asked = queue
      .run({ line, isKnown }, async () => done.push(line), size)
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

test('every second turn is for known users, and no one waits for a turn that is free', async () => {
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

test('in a full queue, a short line takes the last place of the longest', async () => {
  const { queue, ask, finish } = busyQueue();
  for (const line of ['a', 'a', 'a', 'a', 'b', 'b']) ask(line);
  ask('c');
  expect(queue.waiting()).toBe(6);
  expect(await finish()).toBe('a refused a b c a b a');
});

test('in a queue full of single tasks, a stranger is refused and a known user is not', async () => {
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

test('work that fails hands its turn on', async () => {
  const queue = openWorkQueue('works', limits);
  const place = { line: 'a', isKnown: false };
  const fails = queue.run(place, () => Promise.reject(new Error('failed')));
  const next = queue.run(place, async () => 'done');
  await expect(fails).rejects.toThrow('failed');
  expect(await next).toBe('done');
  expect(queue.waiting()).toBe(0);
});

test('large tasks run one per turn of the event loop, whatever comes between', async () => {
  const done: string[] = [];
  const small = () => {
    done.push('small');
    next = setImmediate(small);
  };
  let next = setImmediate(small);
  await Promise.all([1, 2, 3].map(() => ownTurn().then(() => done.push('large'))));
  clearImmediate(next);
  expect(done.join(' ')).toMatch(/^(?:small )*large (?:small )+large (?:small )+large$/);
});

/** A body that is there at once, in parts as a socket gives them. */
function fastUpload(bytes: number): Request {
  let left = bytes;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(Math.min(left, 65_536)));
      left -= 65_536;
      if (left <= 0) controller.close();
    },
  });
  return new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

test('between two megabytes of fast uploads a dozen turns of the event loop pass', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const uploads = [5_000_000, 5_000_000, 5_000_000].map(fastUpload);
  const read = await Promise.all(uploads.map((upload) => readBytes(upload, 7_500_000)));
  clearImmediate(next);
  expect(read.map((bytes) => bytes?.length)).toEqual([5_000_000, 5_000_000, 5_000_000]);
  expect(turns).toBeGreaterThanOrEqual(12 * 12);
});

test('an upload continues at once if others leave room in the turn', async () => {
  let isNext = false;
  const next = setImmediate(() => {
    isNext = true;
  });
  await uploadTurn(400_000);
  await uploadTurn(400_000);
  expect(isNext).toBe(false);
  clearImmediate(next);
});
