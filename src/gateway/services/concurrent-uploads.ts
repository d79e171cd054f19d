import { setImmediate as nextLoopTurn, setTimeout as pause } from 'node:timers/promises';
import { Busy } from '../failures.ts';

export interface Arrival {
  /** Counts bytes as they arrive, until the work is done. @throws Busy when there is no room */
  addBytes(bytes: number): void;
  /** All bytes have arrived: from now on the upload gives way to no other. */
  finish(): void;
  /** Aborts with Busy when a slow upload makes room for another. */
  readonly signal: AbortSignal;
}

/** How many uploads an owner may have under way, and how many bytes of all owners are in memory. */
export interface UploadSlots {
  /** @throws Busy when too many of the owner's uploads wait already */
  run<T>(owner: string, work: (arrival: Arrival) => Promise<T>): Promise<T>;
}

/** `atOnce` and `maxWaiting` limit the uploads of one owner, `bytes` those of all owners. */
interface UploadLimits {
  atOnce: number;
  maxWaiting: number;
  bytes: number;
  /** Time for all bytes to arrive; a slower upload gives way when there is no room. */
  timeoutMs: number;
}

/** Until its answer an upload takes three times its bytes in memory. */
export const uploadLimits: UploadLimits = {
  atOnce: 4,
  maxWaiting: 60,
  bytes: 150_000_000,
  timeoutMs: 20_000,
};

interface Upload {
  since: number;
  bytes: number;
  isArriving: boolean;
  stop: AbortController;
}

export function openUploadSlots(
  { atOnce, maxWaiting, bytes, timeoutMs }: UploadLimits,
  clock: () => number = () => performance.now(),
): UploadSlots {
  const owners = new Map<string, { running: number; waiting: (() => void)[] }>();
  const uploads = new Set<Upload>();
  let heldBytes = 0;

  function release(upload: Upload): void {
    heldBytes -= upload.bytes;
    upload.bytes = 0;
    uploads.delete(upload);
  }

  /** Ends the slowest uploads, or `upload` itself. @throws Busy when none of them may be ended */
  function makeRoom(upload: Upload, size: number): void {
    while (heldBytes + size > bytes) {
      const oldest = [...uploads].find(({ isArriving }) => isArriving);
      if (!oldest || clock() - oldest.since < timeoutMs) throw new Busy('uploads');
      release(oldest);
      oldest.stop.abort(new Busy('uploads'));
      if (oldest === upload) return;
    }
  }

  function arrival(upload: Upload): Arrival {
    return {
      addBytes(more) {
        makeRoom(upload, more);
        upload.stop.signal.throwIfAborted();
        heldBytes += more;
        upload.bytes += more;
      },
      finish() {
        upload.isArriving = false;
      },
      signal: upload.stop.signal,
    };
  }

  return {
    async run(owner, work) {
      const ownerCalls = owners.get(owner) ?? { running: 0, waiting: [] };
      owners.set(owner, ownerCalls);
      if (ownerCalls.waiting.length >= maxWaiting) throw new Busy('uploads');
      if (ownerCalls.running < atOnce) ownerCalls.running += 1;
      else await new Promise<void>((start) => ownerCalls.waiting.push(start));
      const stop = new AbortController();
      const upload: Upload = { since: clock(), bytes: 0, isArriving: true, stop };
      uploads.add(upload);
      try {
        return await work(arrival(upload));
      } finally {
        release(upload);
        const next = ownerCalls.waiting.shift();
        if (next) next();
        else ownerCalls.running -= 1;
        if (ownerCalls.running === 0) owners.delete(owner);
      }
    },
  };
}

let latestWait = Promise.resolve();

/** Await it before working on megabytes: small calls then pass between simultaneous uploads. */
export function waitForFileTurn(): Promise<void> {
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
export async function waitForUploadTurn(bytes: number): Promise<void> {
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
