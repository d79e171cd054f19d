import type { Database } from '../db/database.ts';
import { reserveSlot } from '../db/queries/rate-limits.ts';
import { Busy } from '../failures.ts';

export interface QueueEntry {
  queueKey: string;
  /** Queues with priority get every second turn, and room when all are full. */
  hasPriority?: boolean;
  /** Ends the wait, and frees its place. */
  signal?: AbortSignal;
}

export interface QueueLimits {
  atOnce: number;
  perQueue: number;
  /** Limit of all queues together: tasks, or bytes where `run` gets sizes. */
  total: number;
}

interface Waiter {
  size: number;
  start(): void;
  reject(): void;
}

type WaitersByKey = Map<string, Waiter[]>;

/** Gives each key its turn. When all queues are full, the newest task of the longest fails as Busy. */
export class WorkQueue {
  readonly #name: string;
  readonly #limits: QueueLimits;
  readonly #withPriority: WaitersByKey = new Map();
  readonly #others: WaitersByKey = new Map();
  #lastServed = this.#others;
  #running = 0;
  #waitingSize = 0;

  constructor(name: string, limits: QueueLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** @throws Busy when too many wait, a task of a shorter queue replaces it, or its signal aborts */
  async run<T>(entry: QueueEntry, work: () => Promise<T>, size = 1): Promise<T> {
    await this.#waitForSlot(entry, size);
    try {
      return await work();
    } finally {
      this.#passSlotOn();
    }
  }

  waiting(): number {
    return this.#allWaiters().reduce((sum, { length }) => sum + length, 0);
  }

  #allWaiters(): Waiter[][] {
    return [...this.#withPriority.values(), ...this.#others.values()];
  }

  async #waitForSlot(entry: QueueEntry, size: number): Promise<void> {
    const { queueKey, hasPriority = false, signal } = entry;
    if (signal?.aborted) throw new Busy(this.#name);
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    const waitersByKey = hasPriority ? this.#withPriority : this.#others;
    const ownWaiters = waitersByKey.get(queueKey) ?? [];
    this.#dropNewestOfLongest(ownWaiters, size, hasPriority);
    waitersByKey.set(queueKey, ownWaiters);
    this.#waitingSize += size;
    const turn = Promise.withResolvers<void>();
    const reject = () => turn.reject(new Busy(this.#name));
    const waiter = { size, start: turn.resolve, reject };
    ownWaiters.push(waiter);
    const leave = () => {
      const place = ownWaiters.indexOf(waiter);
      if (place < 0) return;
      ownWaiters.splice(place, 1);
      if (ownWaiters.length === 0) waitersByKey.delete(queueKey);
      this.#waitingSize -= size;
      reject();
    };
    signal?.addEventListener('abort', leave);
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** Until `size` fits too; one with priority need not. @throws Busy when no queue is longer */
  #dropNewestOfLongest(ownWaiters: readonly Waiter[], size: number, hasPriority: boolean): void {
    const { perQueue, total } = this.#limits;
    if (ownWaiters.length >= perQueue) throw new Busy(this.#name);
    while (this.#waitingSize + size > total) {
      const [longest = []] = this.#allWaiters().toSorted((a, b) => b.length - a.length);
      const newest = longest.length > ownWaiters.length + 1 ? longest.pop() : undefined;
      if (newest) {
        this.#waitingSize -= newest.size;
        newest.reject();
      } else if (hasPriority) return;
      else throw new Busy(this.#name);
    }
  }

  #passSlotOn(): void {
    const others = this.#lastServed === this.#withPriority ? this.#others : this.#withPriority;
    const waitersByKey = others.size > 0 ? others : this.#lastServed;
    const [first] = waitersByKey;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [queueKey, ownWaiters] = first;
    this.#lastServed = waitersByKey;
    waitersByKey.delete(queueKey);
    const next = ownWaiters.shift();
    if (ownWaiters.length > 0) waitersByKey.set(queueKey, ownWaiters);
    this.#waitingSize -= next?.size ?? 0;
    next?.start();
  }
}

const pace = { intervalMs: 6_000, maxWaitMs: 12_000 };

export const slowLaneSeconds = pace.intervalMs / 1000;

export interface SlowLane {
  /** Milliseconds to wait; null when too many wait already. @param intervalMs between two turns */
  take(bucket: string, intervalMs?: number): Promise<number | null>;
  wait(milliseconds: number): Promise<void>;
}

/** Turns are kept in the database, so that all gateways share one pace. */
export function openSlowLane(
  database: Database,
  now: () => Date,
  wait: (milliseconds: number) => Promise<void>,
): SlowLane {
  return {
    take: (bucket, intervalMs = pace.intervalMs) =>
      reserveSlot(database, `slow ${bucket}`, { ...pace, intervalMs }, now()),
    wait,
  };
}

export interface UploadProgress {
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
  run<T>(owner: string, work: (upload: UploadProgress) => Promise<T>): Promise<T>;
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
  function makeByteRoom(upload: Upload, size: number): void {
    while (heldBytes + size > bytes) {
      const oldest = [...uploads].find(({ isArriving }) => isArriving);
      if (!oldest || clock() - oldest.since < timeoutMs) throw new Busy('uploads');
      release(oldest);
      oldest.stop.abort(new Busy('uploads'));
      if (oldest === upload) return;
    }
  }

  function progressOf(upload: Upload): UploadProgress {
    return {
      addBytes(more) {
        makeByteRoom(upload, more);
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
        return await work(progressOf(upload));
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
