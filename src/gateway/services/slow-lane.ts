import type { Database } from '../db/database.ts';
import { takeSlot } from '../db/queries/rate-limits.ts';

/** Milliseconds between two calls of one bucket, and the most that one of them waits. */
const pace = { distance: 6_000, longest: 12_000 };

/** Seconds after which a refused caller finds a place again. */
export const slowLaneSeconds = pace.distance / 1000;

/** Lets on, one by one, those behind an address that has used up what it may do at once. */
export interface SlowLane {
  /** Milliseconds to wait for one's own moment; null when too many wait for theirs. */
  take(bucket: string): Promise<number | null>;
  wait(milliseconds: number): Promise<void>;
}

/** The moments are kept in the database, so that all gateways of it go at one pace. */
export function openSlowLane(
  database: Database,
  now: () => Date,
  wait: (milliseconds: number) => Promise<void>,
): SlowLane {
  return { take: (bucket) => takeSlot(database, `slow ${bucket}`, pace, now()), wait };
}
