import type { Database } from '../db/database.ts';
import { takeSlot } from '../db/queries/rate-limits.ts';
import { Busy } from '../unavailable.ts';

export interface QueuePlace {
  /** One for each account or network. */
  line: string;
  /** Every second turn is for those who signed in from there before. */
  isKnown: boolean;
}

export interface QueueLimits {
  atOnce: number;
  line: number;
  /** In all lines: works, or bytes if they say how many they hold. */
  total: number;
}

export interface WorkQueue {
  /** @throws Busy when too many wait, or later when a shorter line was given the place */
  run<T>(place: QueuePlace, work: () => Promise<T>, size?: number): Promise<T>;
  waiting(): number;
}

interface Waiter {
  size: number;
  begin(): void;
  giveUp(): void;
}

type Lines = Map<string, Waiter[]>;

/** Lines take turns, so a long one delays only itself; when full, a shorter line takes its place. */
export function openWorkQueue(name: string, limits: QueueLimits): WorkQueue {
  const known: Lines = new Map();
  const strangers: Lines = new Map();
  let lastServed = strangers;
  let running = 0;
  let held = 0;

  const allLines = () => [...known.values(), ...strangers.values()];

  function makeRoom(own: readonly Waiter[], size: number, isKnown: boolean): void {
    if (own.length >= limits.line) throw new Busy(name);
    while (held + size > limits.total) {
      const [longest = []] = allLines().toSorted((a, b) => b.length - a.length);
      if (longest.length > own.length + 1) leave(longest.pop())?.giveUp();
      else if (isKnown) return;
      else throw new Busy(name);
    }
  }

  async function turn({ line, isKnown }: QueuePlace, size: number): Promise<void> {
    if (running < limits.atOnce) {
      running += 1;
      return;
    }
    const lines = isKnown ? known : strangers;
    const own = lines.get(line) ?? [];
    makeRoom(own, size, isKnown);
    lines.set(line, own);
    held += size;
    await new Promise<void>((begin, refuse) => {
      own.push({ size, begin, giveUp: () => refuse(new Busy(name)) });
    });
  }

  function leave(waiter: Waiter | undefined): Waiter | undefined {
    held -= waiter?.size ?? 0;
    return waiter;
  }

  function handOn(): void {
    const others = lastServed === known ? strangers : known;
    const lines = others.size > 0 ? others : lastServed;
    const [first] = lines;
    if (!first) {
      running -= 1;
      return;
    }
    const [key, own] = first;
    lastServed = lines;
    lines.delete(key);
    const next = own.shift();
    if (own.length > 0) lines.set(key, own);
    leave(next)?.begin();
  }

  return {
    async run(place, work, size = 1) {
      await turn(place, size);
      try {
        return await work();
      } finally {
        handOn();
      }
    },
    waiting: () => allLines().reduce((sum, { length }) => sum + length, 0),
  };
}

/** Counts bytes as they arrive, until the work is done. @throws Busy when all hold too many */
export type Hold = (bytes: number) => void;

export interface Shares {
  /** @throws Busy when too much of the owner's waits already */
  run<T>(owner: string, work: (hold: Hold) => Promise<T>): Promise<T>;
}

/** `atOnce` and `waiting` of one owner, `bytes` of all together. */
export interface ShareLimits {
  atOnce: number;
  waiting: number;
  bytes: number;
}

/**
 * Each takes three times its bytes from the first one to the answer; those that wait are not read
 * yet. Bytes count as they arrive, so one that begins slowly keeps no one else out.
 */
export const uploadShares: ShareLimits = { atOnce: 4, waiting: 60, bytes: 150_000_000 };

export function openShares(name: string, { atOnce, waiting, bytes }: ShareLimits): Shares {
  const owners = new Map<string, { running: number; line: (() => void)[] }>();
  let held = 0;
  return {
    async run(owner, work) {
      const own = owners.get(owner) ?? { running: 0, line: [] };
      owners.set(owner, own);
      if (own.line.length >= waiting) throw new Busy(name);
      if (own.running < atOnce) own.running += 1;
      else await new Promise<void>((begin) => own.line.push(begin));
      let holds = 0;
      try {
        return await work((more) => {
          if (held + more > bytes) throw new Busy(name);
          held += more;
          holds += more;
        });
      } finally {
        held -= holds;
        const next = own.line.shift();
        if (next) next();
        else own.running -= 1;
        if (own.running === 0) owners.delete(owner);
      }
    },
  };
}

/** In milliseconds. */
const pace = { distance: 6_000, longest: 12_000 };

export const slowLaneSeconds = pace.distance / 1000;

export interface SlowLane {
  /** Milliseconds to wait; null when too many wait already. */
  take(bucket: string): Promise<number | null>;
  wait(milliseconds: number): Promise<void>;
}

/** In the database, so that all gateways go at one pace. */
export function openSlowLane(
  database: Database,
  now: () => Date,
  wait: (milliseconds: number) => Promise<void>,
): SlowLane {
  return { take: (bucket) => takeSlot(database, `slow ${bucket}`, pace, now()), wait };
}
