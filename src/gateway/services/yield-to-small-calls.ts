import { setImmediate as nextLoopTurn, setTimeout as pause } from 'node:timers/promises';

let latestWait = Promise.resolve();

/** Await it before each pass over megabytes: small calls then come between the uploads. */
export function yieldBeforeFilePass(): Promise<void> {
  latestWait = latestWait.then(() => nextLoopTurn());
  return latestWait;
}

/** Bytes that all uploads together may send before a pause: about a millisecond's work. */
const bytesAtOnce = 1_000_000;

/** Each turn accepts one connection, so a small call waits behind a hundred uploads. */
const loopTurnsBetween = 12;

/** On a busy machine, a process that never sleeps is scheduled last. */
const pauseBetweenMs = 3;

let bytesSincePause = 0;
let nextPause: Promise<void> | null = null;

/** Await it after each part of an upload, before the next is read. */
export async function pauseAfterUploadedBytes(bytes: number): Promise<void> {
  while (bytesSincePause >= bytesAtOnce && nextPause) await nextPause;
  bytesSincePause += bytes;
  nextPause ??= letSmallCallsPass();
}

async function letSmallCallsPass(): Promise<void> {
  await pause(pauseBetweenMs);
  for (let turn = 0; turn < loopTurnsBetween; turn += 1) {
    await nextLoopTurn();
  }
  bytesSincePause = 0;
  nextPause = null;
}
