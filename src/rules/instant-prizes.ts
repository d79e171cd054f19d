import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { firstInstantAfter, instantOf } from './dates.ts';

type Id = number | string;

/** What the schedule of an instant-prize engine follows from. */
export interface ScheduleInput<PrizeId extends Id> {
  /** At least 32 random bytes, kept secret until the campaign is over. */
  seed: Uint8Array;
  /** Moments of the campaign's window; `endsAt` names the last second that still counts. */
  startsAt: string;
  endsAt: string;
  prizes: readonly { campaignPrizeId: PrizeId; quantity: number }[];
}

/** From this moment on, the next receipt takes this prize. */
export interface ScheduledPrize<PrizeId extends Id> {
  /** Position of the prize in the list it was generated from, counted unit by unit. */
  index: number;
  /** ISO 8601 in UTC with milliseconds. */
  moment: string;
  campaignPrizeId: PrizeId;
}

const label = utf8ToBytes('instant-prizes/1');
const shortestSeed = 32;

/**
 * The moments at which instant prizes fall due, drawn beforehand and uniform over the window.
 *
 * 1. The prizes are written out unit by unit in the order given, numbered from index 0.
 * 2. start and end are Unix times in milliseconds; end is the first millisecond of the second after
 *    `endsAt`, so that the last second is inside.
 * 3. u(index) = the first 8 bytes, as a big-endian integer, of HMAC-SHA-256 with the seed over the
 *    16 ASCII characters `instant-prizes/1` and four bytes `index` (big-endian).
 * 4. moment(index) = start + floor(u(index) × (end − start) / 2^64).
 * 5. The list is sorted by moment, then by index.
 *
 * @throws RangeError for a short seed, a window that ends before it starts, or a quantity that is
 * no whole number.
 */
export function instantPrizeSchedule<PrizeId extends Id>({
  seed,
  startsAt,
  endsAt,
  prizes,
}: ScheduleInput<PrizeId>): ScheduledPrize<PrizeId>[] {
  const start = instantOf(startsAt).getTime();
  const end = firstInstantAfter(endsAt).getTime();
  if (!(end > start)) throw new RangeError(`No window from ${startsAt} to ${endsAt}`);
  if (seed.length < shortestSeed) {
    throw new RangeError(`A seed needs ${shortestSeed} bytes or more`);
  }
  return (
    prizes
      .flatMap(unitByUnit)
      .map((campaignPrizeId, index) => ({
        index,
        campaignPrizeId,
        at: momentOf(seed, index, start, end),
      }))
      // Sorting is stable, so units of one moment stay in the order of their index.
      .sort((one, other) => one.at - other.at)
      .map(({ index, at, campaignPrizeId }) => ({
        index,
        moment: new Date(at).toISOString(),
        campaignPrizeId,
      }))
  );
}

function unitByUnit<PrizeId>(prize: { campaignPrizeId: PrizeId; quantity: number }): PrizeId[] {
  return Array.from({ length: prize.quantity }, () => prize.campaignPrizeId);
}

function momentOf(seed: Uint8Array, index: number, start: number, end: number): number {
  const message = new Uint8Array(label.length + 4);
  message.set(label);
  new DataView(message.buffer).setUint32(label.length, index);
  const { buffer } = hmac(sha256, seed, message);
  const uniform = new DataView(buffer).getBigUint64(0);
  return start + Number((uniform * BigInt(end - start)) >> 64n);
}
