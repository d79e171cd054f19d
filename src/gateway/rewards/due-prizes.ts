import { instantPrizeSchedule, scheduleNonce } from '../../rules/instant-prize-schedule.ts';
import type { Queries } from '../db/database.ts';
import type { Keyring } from '../db/keyring.ts';
import { findKnownSecret, findSecret } from '../db/queries/secrets.ts';
import {
  countScheduled,
  findEverWon,
  findScheduleWindow,
  type Schedule,
} from './instant-prize-queries.ts';

interface DuePrize {
  index: number;
  moment: string;
}

/** Derived from the wrapped seed and kept only in memory, so that no row holds a future moment. */
interface OpenSchedule {
  momentOf(index: number): string;
  nonceOf(index: number): string;
  /** Earliest first, without prizes that this process knows to be won. */
  due(now: Date): DuePrize[];
  forget(won: readonly number[]): void;
}

const open = new WeakMap<Keyring, Map<string, Promise<OpenSchedule>>>();

export function openSchedule(queries: Queries, schedule: Schedule): Promise<OpenSchedule> {
  const schedules = open.get(queries.keyring) ?? new Map<string, Promise<OpenSchedule>>();
  open.set(queries.keyring, schedules);
  const key = seedName(schedule);
  const known = schedules.get(key) ?? deriveSchedule(queries, schedule);
  schedules.set(key, known);
  known.catch(() => schedules.delete(key));
  return known;
}

async function deriveSchedule(queries: Queries, schedule: Schedule): Promise<OpenSchedule> {
  const seed = seedOf(await findKnownSecret(queries, seedName(schedule)));
  const window = await findScheduleWindow(queries, schedule.campaignId);
  const quantity = await countScheduled(queries, schedule);
  // The moments depend on the number of units alone, not on what each unit is.
  const prizes = [{ campaignPrizeId: 0, quantity }];
  const sorted = instantPrizeSchedule({ seed, ...window, prizes });
  const moments = new Map(sorted.map(({ index, moment }) => [index, moment]));
  let neverWon = sorted.map(({ index, moment }) => ({ index, moment }));
  return {
    momentOf(index) {
      const moment = moments.get(index);
      if (moment === undefined) throw new RangeError(`No instant prize at ${index}`);
      return moment;
    },
    nonceOf: (index) => scheduleNonce(seed, index),
    due(now) {
      const at = now.toISOString();
      const end = neverWon.findIndex(({ moment }) => moment > at);
      return neverWon.slice(0, end === -1 ? neverWon.length : end);
    },
    forget(won) {
      const gone = new Set(won);
      neverWon = neverWon.filter(({ index }) => !gone.has(index));
    },
  };
}

/** Drops prizes won at any gateway, so that the list sent with each receipt stays short. */
export async function forgetWonPrizes(
  queries: Queries,
  schedule: Schedule,
  now: Date,
): Promise<void> {
  const opened = await openSchedule(queries, schedule);
  const due = opened.due(now).map(({ index }) => index);
  if (due.length > 0) opened.forget(await findEverWon(queries, schedule, due));
}

/** Not cached, so that it also works in the transaction that creates the seed. */
export async function findSeed(queries: Queries, schedule: Schedule): Promise<Buffer> {
  return seedOf(await findSecret(queries, seedName(schedule)));
}

export function seedName({ campaignId, engineId }: Schedule): string {
  return `instant-prizes/${campaignId}/${engineId}`;
}

function seedOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
