import type { Database } from '../db/database.ts';
import { reserveSlot } from '../db/queries/rate-limits.ts';
import { Busy } from '../failures.ts';

export interface QueuePlace {
  line: string;
  /** Whether the user signed in from there lately: those get every second turn. */
  isKnown: boolean;
}

export interface QueueLimits {
  atOnce: number;
  line: number;
  /** Limit of all lines together: tasks, or bytes where `run` gets sizes. */
  total: number;
}

export interface WorkQueue {
  /** @throws Busy when too many wait, or when a task of a shorter line takes the place */
  run<T>(place: QueuePlace, work: () => Promise<T>, size?: number): Promise<T>;
  waiting(): number;
}

interface Waiter {
  size: number;
  begin(): void;
  giveUp(): void;
}

type Lines = Map<string, Waiter[]>;

/** Lines take turns, so a long one delays only itself; if full, the longest loses its last task. */
export function openWorkQueue(name: string, limits: QueueLimits): WorkQueue {
  const known: Lines = new Map();
  const strangers: Lines = new Map();
  let lastServed = strangers;
  let running = 0;
  let waitingSize = 0;

  const allLines = () => [...known.values(), ...strangers.values()];

  function makeRoom(ownWaiters: readonly Waiter[], size: number, isKnown: boolean): void {
    if (ownWaiters.length >= limits.line) throw new Busy(name);
    while (waitingSize + size > limits.total) {
      const [longest = []] = allLines().toSorted((a, b) => b.length - a.length);
      if (longest.length > ownWaiters.length + 1) leave(longest.pop())?.giveUp();
      else if (isKnown) return;
      else throw new Busy(name);
    }
  }

  async function waitForSlot({ line, isKnown }: QueuePlace, size: number): Promise<void> {
    if (running < limits.atOnce) {
      running += 1;
      return;
    }
    const lines = isKnown ? known : strangers;
    const ownWaiters = lines.get(line) ?? [];
    makeRoom(ownWaiters, size, isKnown);
    lines.set(line, ownWaiters);
    waitingSize += size;
    await new Promise<void>((begin, refuse) => {
      ownWaiters.push({ size, begin, giveUp: () => refuse(new Busy(name)) });
    });
  }

  function leave(waiter: Waiter | undefined): Waiter | undefined {
    waitingSize -= waiter?.size ?? 0;
    return waiter;
  }

  function startNext(): void {
    const others = lastServed === known ? strangers : known;
    const lines = others.size > 0 ? others : lastServed;
    const [first] = lines;
    if (!first) {
      running -= 1;
      return;
    }
    const [key, ownWaiters] = first;
    lastServed = lines;
    lines.delete(key);
    const next = ownWaiters.shift();
    if (ownWaiters.length > 0) lines.set(key, ownWaiters);
    leave(next)?.begin();
  }

  return {
    async run(place, work, size = 1) {
      await waitForSlot(place, size);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
    waiting: () => allLines().reduce((sum, { length }) => sum + length, 0),
  };
}

const pace = { intervalMs: 6_000, longestWaitMs: 12_000 };

export const slowLaneSeconds = pace.intervalMs / 1000;

export interface SlowLane {
  /** Milliseconds to wait; null when too many wait already. */
  take(bucket: string): Promise<number | null>;
  wait(milliseconds: number): Promise<void>;
}

/** Turns are kept in the database, so that all gateways share one pace. */
export function openSlowLane(
  database: Database,
  now: () => Date,
  wait: (milliseconds: number) => Promise<void>,
): SlowLane {
  return { take: (bucket) => reserveSlot(database, `slow ${bucket}`, pace, now()), wait };
}
