import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { QueueEntry, QueueLimits, WorkQueue } from '../queues.ts';

/** scrypt (RFC 7914), N = 2^14, r = 8, p = 5: OWASP's choice that takes least memory, 16 MiB. */
export const defaultPasswordCost = 14;
const blockSize = 8;
const parallelisation = 5;
const keyBytes = 32;
const saltBytes = 16;

/** A password takes one of libuv's four threads for some 80 ms, so at most two run at once. */
export const passwordLimits: QueueLimits = { atOnce: 2, perQueue: 120, total: 360 };

export interface Passwords {
  hash(password: string, entry: QueueEntry): Promise<string>;
  /** @throws Busy when too many wait */
  inTurn<T>(entry: QueueEntry, work: () => Promise<T>): Promise<T>;
  /** Call it within `inTurn`. A null hash (unknown user) takes as long as a wrong password. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

interface ScryptParameters {
  cost: number;
  r: number;
  p: number;
}

export async function openPasswords(cost: number, queue: WorkQueue): Promise<Passwords> {
  const hash = async (password: string) => {
    const salt = randomBytes(saltBytes);
    const parameters = { cost, r: blockSize, p: parallelisation };
    const key = toBase64Url(await derive(password, salt, parameters));
    return ['scrypt', cost, blockSize, parallelisation, toBase64Url(salt), key].join('$');
  };
  const decoyHash = await hash(toBase64Url(randomBytes(saltBytes)));
  return {
    hash: (password, entry) => queue.run(entry, () => hash(password)),
    inTurn: (entry, work) => queue.run(entry, work),
    async matches(password, stored) {
      const [, exponent, r, p, salt = '', key = ''] = (stored ?? decoyHash).split('$');
      const parameters = { cost: Number(exponent), r: Number(r), p: Number(p) };
      const derived = await derive(password, Buffer.from(salt, 'base64url'), parameters);
      return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && stored !== null;
    },
  };
}

/** The same characters typed on different keyboards count as the same password. */
function derive(password: string, salt: Buffer, { cost, r, p }: ScryptParameters): Promise<Buffer> {
  const N = 2 ** cost;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * r * (N + 64) };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function toBase64Url(bytes: Buffer): string {
  return bytes.toString('base64url');
}
