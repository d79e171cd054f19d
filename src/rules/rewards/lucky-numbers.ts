import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** All numbers of a draw: series 0 to seriesQuantity-1, numbers 0 to numbersPerSeries-1. */
export interface NumberSpace {
  seriesQuantity: number;
  /** At most 100 000 by Decreto 70.951/1972, art. 16 and 17. */
  numbersPerSeries: number;
}

/** Decreto 70.951/1972, art. 16. */
const defaultNumbersPerSeries = 100_000;

/** Fills in what the campaign may leave out. */
export function numberSpace(draw: {
  seriesQty?: number | null | undefined;
  numbersPerSeries?: number | null | undefined;
}): NumberSpace {
  return {
    seriesQuantity: draw.seriesQty ?? 1,
    numbersPerSeries: draw.numbersPerSeries ?? defaultNumbersPerSeries,
  };
}

export interface LuckyNumber {
  series: number;
  number: number;
}

/** One number in so many, the draw's last ones, is reserved for proven receipts. */
export const reservedDivisor = 10;

const rounds = 10;
const label = utf8ToBytes('lucky-numbers/1');
const minKeyBytes = 32;
/** Above this the two halves of the permutation no longer fit exact integer arithmetic. */
const maxSpace = 2 ** 52;

/**
 * The sequence of a draw's lucky numbers: the number that it gives out at `counter`.
 * A secret permutation gives each number once, unguessable without the key: the Feistel cipher of
 * Black and Rogaway, "Ciphers with Arbitrary Finite Domains" (CT-RSA 2002, method 3), with the ten
 * rounds of NIST SP 800-38G FF1:
 * 1. space = seriesQuantity × numbersPerSeries; a = ceil(√space); b = ceil(space / a).
 * 2. value = counter.
 * 3. left = value mod a; right = floor(value / a).
 * 4. For round = 1 to 10: (left, right) = (right, (left + F(round, right)) mod m), where m is a in
 * odd rounds and b in even ones.
 * 5. value = a × right + left. While value >= space, repeat from step 3 (a walk along the cycle).
 * 6. series = floor(value / numbersPerSeries); number = value mod numbersPerSeries.
 * F(round, half) = the first 6 bytes, as a big-endian integer, of HMAC-SHA-256 with the key over
 * the 15 ASCII characters `lucky-numbers/1`, one byte `round` and four bytes `half` (big-endian).
 * @param key at least 32 random bytes, kept secret until the draw.
 * @throws RangeError for a counter outside the space, a space above 2^52, or a short key.
 */
export function luckyNumbers(
  key: Uint8Array,
  space: NumberSpace,
): (counter: number) => LuckyNumber {
  const size = sizeOf(space);
  assertLongKey(key);
  const permute = permutation(key, size);
  return (counter) => {
    if (!Number.isInteger(counter) || counter < 0 || counter >= size) {
      throw new RangeError(`No lucky number at ${counter} of ${size}`);
    }
    let value = permute(counter);
    while (value >= size) value = permute(value);
    return {
      series: Math.floor(value / space.numbersPerSeries),
      number: value % space.numbersPerSeries,
    };
  };
}

export function sizeOf({ seriesQuantity, numbersPerSeries }: NumberSpace): number {
  const size = seriesQuantity * numbersPerSeries;
  const whole = [seriesQuantity, numbersPerSeries].every(
    (part) => Number.isInteger(part) && part > 0,
  );
  if (!whole || size > maxSpace) {
    throw new RangeError(`No space of ${seriesQuantity} series of ${numbersPerSeries} numbers`);
  }
  return size;
}

/** `issued` counts the numbers by series. */
export function seriesExhausted(draw: NumberSpace & { issued: readonly number[] }): boolean {
  return draw.issued.reduce((sum, count) => sum + count, 0) >= sizeOf(draw);
}

function permutation(key: Uint8Array, size: number): (value: number) => number {
  const a = Math.ceil(Math.sqrt(size));
  const b = Math.ceil(size / a);
  // The keyed state is computed once and copied: a million numbers take ten million hashes.
  const keyed = hmac.create(sha256, key);
  const scratch = keyed.clone();
  const hash = new Uint8Array(32);
  const words = new DataView(hash.buffer);
  const message = new Uint8Array(label.length + 5);
  message.set(label);
  const view = new DataView(message.buffer);
  function pseudorandom(round: number, half: number): number {
    view.setUint8(label.length, round);
    view.setUint32(label.length + 1, half);
    keyed._cloneInto(scratch).update(message).digestInto(hash);
    return words.getUint32(0) * 2 ** 16 + words.getUint16(4);
  }
  return (value) => {
    let left = value % a;
    let right = Math.floor(value / a);
    for (let round = 1; round <= rounds; round += 1) {
      const modulus = round % 2 === 1 ? a : b;
      [left, right] = [right, (left + pseudorandom(round, right)) % modulus];
    }
    return a * right + left;
  };
}

/**
 * Published before the start, so that every number can be checked after the draw. SHA-256 of
 * `lucky-numbers/1:<seriesQuantity>:<numbersPerSeries>:<key in lower-case hexadecimal>`.
 */
export function commitment(key: Uint8Array, space: NumberSpace): string {
  sizeOf(space);
  assertLongKey(key);
  const { seriesQuantity, numbersPerSeries } = space;
  const text = ['lucky-numbers/1', seriesQuantity, numbersPerSeries, bytesToHex(key)].join(':');
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function assertLongKey(key: Uint8Array): void {
  if (key.length < minKeyBytes) throw new RangeError(`A key needs ${minKeyBytes} bytes or more`);
}
