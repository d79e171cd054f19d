import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { firstInstantAfter, instantOf } from '../dates.ts';

type Id = number | string;

interface ScheduleInput<PrizeId extends Id> {
  /** At least 32 random bytes, kept secret until the campaign is over. */
  seed: Uint8Array;
  startsAt: string;
  endsAt: string;
  prizes: readonly { campaignPrizeId: PrizeId; quantity: number }[];
}

interface ScheduledPrize<PrizeId extends Id> {
  index: number;
  moment: string;
  campaignPrizeId: PrizeId;
}

const label = 'instant-prizes/1';
const minSeedBytes = 32;

/**
 * The moments at which instant prizes fall due, drawn beforehand and uniform over the window.
 * 1. The prizes are written out unit by unit in the order given, numbered from index 0.
 * 2. start and end are Unix times in ms; end is the first millisecond after the second `endsAt`.
 * 3. u(index) = the first 8 bytes, as a big-endian integer, of HMAC-SHA-256 with the seed over the
 * 16 ASCII characters `instant-prizes/1` and four bytes `index` (big-endian).
 * 4. moment(index) = start + floor(u(index) × (end − start) / 2^64).
 * 5. The list is sorted by moment, then by index.
 */
export function instantPrizeSchedule<PrizeId extends Id>({
  seed,
  startsAt,
  endsAt,
  prizes,
}: ScheduleInput<PrizeId>): ScheduledPrize<PrizeId>[] {
  const { start, end } = windowOf({ startsAt, endsAt });
  assertLongSeed(seed);
  return (
    prizes
      .flatMap(unitByUnit)
      .map((campaignPrizeId, index) => ({
        index,
        campaignPrizeId,
        at: momentOf(seed, index, start, end),
      }))
      // Sorting is stable, so units due at the same moment stay in index order.
      .sort((a, b) => a.at - b.at)
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
  const { buffer } = keyed(seed, label, index);
  const uniform = new DataView(buffer).getBigUint64(0);
  return start + Number((uniform * BigInt(end - start)) >> 64n);
}

/**
 * Without it moments and prizes could be guessed from the leaves: HMAC-SHA-256 with the seed over
 * the ASCII text `instant-prizes/1/nonce` and four bytes `index` (big-endian), in hexadecimal.
 */
export function scheduleNonce(seed: Uint8Array, index: number): string {
  assertLongSeed(seed);
  return bytesToHex(keyed(seed, `${label}/nonce`, index));
}

export type ScheduleLeaf = ScheduledPrize<Id> & { nonce: string };

/** In order of index: `instant-prizes/1:<index>:<moment>:<campaign prize>:<nonce>`. */
export function scheduleLeaf({ index, moment, campaignPrizeId, nonce }: ScheduleLeaf): string {
  return [label, index, moment, campaignPrizeId, nonce].join(':');
}

/**
 * SHA-256 of `instant-prizes/1:<start>:<end>:<prizes>:<seed in lower-case hexadecimal>`, where
 * prizes are in the order given, each `<campaign prize>x<quantity>`, separated by commas.
 */
export function scheduleCommitment({ seed, prizes, ...window }: ScheduleInput<Id>): string {
  assertLongSeed(seed);
  const { start, end } = windowOf(window);
  const quantities = prizes.map(
    ({ campaignPrizeId, quantity }) => `${campaignPrizeId}x${quantity}`,
  );
  const text = [label, start, end, quantities.join(','), bytesToHex(seed)].join(':');
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function keyed(seed: Uint8Array, name: string, index: number): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(name.length + 4);
  message.set(utf8ToBytes(name));
  new DataView(message.buffer).setUint32(name.length, index);
  return hmac(sha256, seed, message);
}

function windowOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const start = instantOf(startsAt).getTime();
  const end = firstInstantAfter(endsAt).getTime();
  if (!(end > start)) throw new RangeError(`No window from ${startsAt} to ${endsAt}`);
  return { start, end };
}

function assertLongSeed(seed: Uint8Array): void {
  if (seed.length < minSeedBytes) {
    throw new RangeError(`A seed needs ${minSeedBytes} bytes or more`);
  }
}
