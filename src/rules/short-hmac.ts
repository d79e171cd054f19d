/** First 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const constants = /* @__PURE__ */ Int32Array.from(firstPrimes(64), (prime) =>
  fraction(Math.cbrt(prime)),
);
/** Of the square roots of the first eight (5.3.3). */
const start = /* @__PURE__ */ Int32Array.from(firstPrimes(8), (prime) =>
  fraction(Math.sqrt(prime)),
);

const blockBytes = 64;
const longestMessage = 55;

/**
 * HMAC-SHA-256 (RFC 2104, FIPS 180-4) of messages so short that each needs one block, under one key:
 * a million lucky numbers are ten million of them, and this takes a fraction of the time of a
 * library that takes any message.
 * @param key 64 bytes at most
 * @returns a function of a message of 55 bytes at most, which answers the hash as eight 32-bit words,
 * good until it is called again.
 */
export function shortHmac(key: Uint8Array): (message: Uint8Array) => Int32Array {
  if (key.length > blockBytes) throw new RangeError(`A key of ${key.length} bytes is too long`);
  const inner = afterKey(key, 0x36);
  const outer = afterKey(key, 0x5c);
  const words = new Int32Array(64);
  const hash = new Int32Array(8);
  return (message) => {
    if (message.length > longestMessage) throw new RangeError('The message is too long');
    fill(words, message);
    hash.set(inner);
    compress(hash, words);
    words.fill(0);
    words.set(hash);
    words[8] = 0x80000000;
    words[15] = 8 * (blockBytes + 32);
    hash.set(outer);
    compress(hash, words);
    return hash;
  };
}

/** The state after the block that the key makes. */
function afterKey(key: Uint8Array, pad: number): Int32Array {
  const words = new Int32Array(64);
  for (let index = 0; index < blockBytes; index += 1) {
    put(words, index, (key[index] ?? 0) ^ pad);
  }
  const state = start.slice();
  compress(state, words);
  return state;
}

/** A message as the last block of a text whose first block was the key. */
function fill(words: Int32Array, message: Uint8Array): void {
  words.fill(0);
  for (let index = 0; index < message.length; index += 1) put(words, index, message[index] ?? 0);
  put(words, message.length, 0x80);
  words[15] = 8 * (blockBytes + message.length);
}

function put(words: Int32Array, index: number, byte: number): void {
  const word = index >> 2;
  words[word] = (words[word] ?? 0) | (byte << (24 - 8 * (index & 3)));
}

/** One block (FIPS 180-4, 6.2.2); the first 16 words are the block, the others are overwritten. */
function compress(state: Int32Array, words: Int32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const two = at(words, index - 2);
    const fifteen = at(words, index - 15);
    const small1 = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
    const small0 = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3);
    words[index] = (small1 + at(words, index - 7) + small0 + at(words, index - 16)) | 0;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let index = 0; index < 64; index += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + big1 + choice + at(constants, index) + at(words, index)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + big0 + majority) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}

/** Within the array: a default for what lies outside would cost half the speed. */
function at(words: Int32Array, index: number): number {
  return words[index] as number;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let value = 2; primes.length < count; value += 1) {
    if (primes.every((prime) => value % prime !== 0)) primes.push(value);
  }
  return primes;
}
