import { expect, test } from 'vitest';
import { Busy } from '../../src/gateway/failures.ts';
import { readBytes } from '../../src/gateway/http/body.ts';
import {
  openUploadSlots,
  pauseAfterUploadedBytes,
  type UploadProgress,
  yieldBeforeFilePass,
} from '../../src/gateway/services/queues.ts';

const limits = { atOnce: 2, maxWaiting: 1, maxBytes: 100, timeoutMs: 20 };

test('simultaneous uploads of one owner are limited, and do not delay others', async () => {
  const slots = openUploadSlots(limits);
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const run = (owner: string) =>
    slots.run(owner, async () => {
      begun.push(owner);
      await promise;
    });
  const all = [run('a'), run('a'), run('a')];
  await expect(run('a')).rejects.toBeInstanceOf(Busy);
  all.push(run('b'));
  expect(begun).toEqual(['a', 'a', 'b']);
  resolve();
  await Promise.all(all);
  expect(begun).toEqual(['a', 'a', 'b', 'a']);
});

test('uploads of many owners together hold no more bytes than there is room for', async () => {
  const slots = openUploadSlots(limits);
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = (owner: string, bytes: number) =>
    slots.run(owner, async (upload) => {
      upload.addBytes(bytes);
      await promise;
    });
  const all = [send('a', 60), send('b', 40)];
  await expect(send('c', 1)).rejects.toBeInstanceOf(Busy);
  resolve();
  await Promise.all(all);
  await expect(send('c', 100)).resolves.toBeUndefined();
});

/** Uploads that end when the test says so, on a clock that it moves. */
function openUploads() {
  let time = 0;
  const slots = openUploadSlots(limits, () => time);
  const begin = async (owner: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<UploadProgress>();
    const done = slots.run(owner, async (upload) => {
      begun.resolve(upload);
      await promise;
    });
    return { upload: await begun.promise, finish: resolve, done };
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { begin, pass };
}

test('the oldest slow upload is cut when there is no room for another', async () => {
  const { begin, pass } = openUploads();
  const here = await begin('a');
  here.upload.addBytes(30);
  here.upload.finish();
  const slow = await begin('b');
  slow.upload.addBytes(40);
  pass(19);
  const quick = await begin('c');
  quick.upload.addBytes(30);
  const next = await begin('d');
  expect(() => next.upload.addBytes(10)).toThrow(Busy);
  pass(1);
  next.upload.addBytes(10);
  expect(slow.upload.signal.reason).toBeInstanceOf(Busy);
  expect(() => slow.upload.addBytes(1)).toThrow(Busy);
  expect([here, quick, next].map(({ upload }) => upload.signal.aborted)).toEqual([
    false,
    false,
    false,
  ]);
  // The room that the slow one had is free, and is given back once only.
  next.upload.addBytes(30);
  slow.finish();
  await slow.done;
  expect(() => next.upload.addBytes(1)).toThrow(Busy);
});

test('an upload that gives way is not read on, even if its sender is silent', async () => {
  const { begin, pass } = openUploads();
  const silent = await begin('a');
  const pieceRequested = Promise.withResolvers<void>();
  const pieces = [new Uint8Array(90)];
  const pull = (sender: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = pieces.pop();
    if (piece) sender.enqueue(piece);
    else pieceRequested.resolve();
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const request = new Request('http://x', { method: 'POST', body, duplex: 'half' } as RequestInit);
  const read = readBytes(request, 1000, silent.upload);
  await pieceRequested.promise;
  pass(20);
  (await begin('b')).upload.addBytes(20);
  await expect(read).rejects.toBeInstanceOf(Busy);
});

test('an upload that gives way itself makes no other give way', async () => {
  const { begin, pass } = openUploads();
  const silent = await begin('a');
  const other = await begin('b');
  other.upload.addBytes(100);
  pass(20);
  expect(() => silent.upload.addBytes(1)).toThrow(Busy);
  expect(other.upload.signal.aborted).toBe(false);
});

test('large tasks run one per turn of the event loop, whatever comes between', async () => {
  const done: string[] = [];
  const small = () => {
    done.push('small');
    next = setImmediate(small);
  };
  let next = setImmediate(small);
  await Promise.all([1, 2, 3].map(() => yieldBeforeFilePass().then(() => done.push('large'))));
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

test('a dozen turns of the event loop pass between two megabytes of fast uploads', async () => {
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
  await pauseAfterUploadedBytes(400_000);
  await pauseAfterUploadedBytes(400_000);
  expect(isNext).toBe(false);
  clearImmediate(next);
});
