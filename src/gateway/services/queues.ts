import { setImmediate as nextLoopTurn, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { reserveSlot } from '../db/queries/rate-limits.ts';
import { Busy } from '../failures.ts';

export interface QueueEntry {
  queueKey: string;
  /** Groups take turns, and within each its queues do. By default each queue is its own group. */
  group?: string;
  /** Those with priority get every second turn, and as much room again when all queues are full. */
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

type Queues = Map<string, Waiter[]>;

interface Lane {
  groups: Map<string, Queues>;
  waitingSize: number;
}

interface Place {
  lane: Lane;
  group: string;
  queueKey: string;
}

/** Gives each its turn. When all queues are full, the newest task of the largest group fails as Busy. */
export class WorkQueue {
  readonly #name: string;
  readonly #limits: QueueLimits;
  readonly #withPriority: Lane = { groups: new Map(), waitingSize: 0 };
  readonly #others: Lane = { groups: new Map(), waitingSize: 0 };
  #lastServed = this.#others;
  #running = 0;

  constructor(name: string, limits: QueueLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** @throws Busy when too many wait, a task of a smaller group replaces it, or its signal aborts */
  async run<T>(entry: QueueEntry, work: () => Promise<T>, size = 1): Promise<T> {
    await this.#waitForSlot(entry, size);
    try {
      return await work();
    } finally {
      this.#passSlotOn();
    }
  }

  waiting(): number {
    return this.#allGroups().reduce((sum, { queues }) => sum + countIn(queues), 0);
  }

  #allGroups(): { lane: Lane; group: string; queues: Queues }[] {
    return [this.#withPriority, this.#others].flatMap((lane) =>
      Array.from(lane.groups, ([group, queues]) => ({ lane, group, queues })),
    );
  }

  async #waitForSlot(entry: QueueEntry, size: number): Promise<void> {
    const { queueKey, group = queueKey, hasPriority = false, signal } = entry;
    if (signal?.aborted) throw new Busy(this.#name);
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    const place = { lane: hasPriority ? this.#withPriority : this.#others, group, queueKey };
    this.#makeRoom(place, size);
    const turn = Promise.withResolvers<void>();
    const reject = () => turn.reject(new Busy(this.#name));
    const waiter = { size, start: turn.resolve, reject };
    addTo(place, waiter);
    const leave = () => {
      if (removeFrom(place, waiter)) reject();
    };
    signal?.addEventListener('abort', leave);
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** @throws Busy when no group, and no queue of its own group, is larger by more than this task */
  #makeRoom(place: Place, size: number): void {
    const { perQueue, total } = this.#limits;
    const { lane } = place;
    if (queueAt(place).length >= perQueue) throw new Busy(this.#name);
    while (this.#withPriority.waitingSize + this.#others.waitingSize + size > total) {
      const longest = this.#longestRival(place);
      const newest = longest && queueAt(longest).at(-1);
      if (newest) {
        removeFrom(longest, newest);
        newest.reject();
      } else if (lane === this.#withPriority && lane.waitingSize + size <= total) return;
      else throw new Busy(this.#name);
    }
  }

  #longestRival({ lane, group, queueKey }: Place): Place | null {
    const own = lane.groups.get(group) ?? new Map<string, Waiter[]>();
    const largest = this.#allGroups()
      .toSorted((a, b) => countIn(a.queues) - countIn(b.queues))
      .at(-1);
    const isOther = largest && countIn(largest.queues) > countIn(own) + 1;
    const rival = isOther ? largest : { lane, group, queues: own };
    const longest = [...rival.queues].toSorted(([, a], [, b]) => a.length - b.length).at(-1);
    if (!longest) return null;
    const [longestKey, { length }] = longest;
    const isLonger = isOther || length > (own.get(queueKey)?.length ?? 0) + 1;
    return isLonger ? { lane: rival.lane, group: rival.group, queueKey: longestKey } : null;
  }

  #passSlotOn(): void {
    const other = this.#lastServed === this.#withPriority ? this.#others : this.#withPriority;
    const lane = other.groups.size > 0 ? other : this.#lastServed;
    const next = takeNext(lane);
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#lastServed = lane;
    next.start();
  }
}

function countIn(queues: Queues): number {
  return [...queues.values()].reduce((sum, { length }) => sum + length, 0);
}

function queueAt({ lane, group, queueKey }: Place): readonly Waiter[] {
  return lane.groups.get(group)?.get(queueKey) ?? [];
}

function addTo(place: Place, waiter: Waiter): void {
  const { lane, group, queueKey } = place;
  const queues = lane.groups.get(group) ?? new Map<string, Waiter[]>();
  lane.groups.set(group, queues.set(queueKey, [...queueAt(place), waiter]));
  lane.waitingSize += waiter.size;
}

function removeFrom(place: Place, waiter: Waiter): boolean {
  const { lane, group, queueKey } = place;
  const queues = lane.groups.get(group);
  const queue = queueAt(place);
  if (!queues || !queue.includes(waiter)) return false;
  const rest = queue.filter((other) => other !== waiter);
  if (rest.length > 0) queues.set(queueKey, rest);
  else queues.delete(queueKey);
  if (queues.size === 0) lane.groups.delete(group);
  lane.waitingSize -= waiter.size;
  return true;
}

function takeNext(lane: Lane): Waiter | null {
  const [[group, queues] = []] = lane.groups;
  const [[queueKey, queue] = []] = queues ?? [];
  const next = queue?.[0];
  if (group === undefined || !queues || queueKey === undefined || !queue || !next) return null;
  removeFrom({ lane, group, queueKey }, next);
  if (queues.delete(queueKey)) queues.set(queueKey, queue.slice(1));
  if (lane.groups.delete(group)) lane.groups.set(group, queues);
  return next;
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

/** `atOnce` and `maxWaiting` limit the uploads of one owner, `maxBytes` those of all owners. */
interface UploadLimits {
  atOnce: number;
  maxWaiting: number;
  maxBytes: number;
  /** Time for all bytes to arrive; a slower upload gives way when there is no room. */
  timeoutMs: number;
}

/** Until its answer an upload takes three times its bytes in memory. */
export const uploadLimits: UploadLimits = {
  atOnce: 4,
  maxWaiting: 60,
  maxBytes: 150_000_000,
  timeoutMs: 20_000,
};

interface Upload {
  since: number;
  bytes: number;
  isArriving: boolean;
  stop: AbortController;
}

export function openUploadSlots(
  { atOnce, maxWaiting, maxBytes, timeoutMs }: UploadLimits,
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

  /** Ends the oldest uploads still arriving, or `upload` itself. @throws Busy when none of them may be ended */
  function makeByteRoom(upload: Upload, size: number): void {
    while (heldBytes + size > maxBytes) {
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
