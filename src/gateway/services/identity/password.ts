import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** Parameters of OWASP's password storage cheat sheet for 32 MiB: N = 2^15, r = 8, p = 3. */
const blockSize = 8;
const parallelisation = 3;
const keyBytes = 32;
const saltBytes = 16;

/** Hashes passwords with scrypt (RFC 7914); a hash carries its own parameters and salt. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown user, whose hash is null, as for a wrong password. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/** @param cost exponent of scrypt's N, the work that one new hash takes */
export async function openPasswords(cost: number): Promise<Passwords> {
  const hash = async (password: string) => {
    const salt = randomBytes(saltBytes);
    const key = await derive(password, salt, cost);
    return `scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
  };
  const nobodys = await hash(randomBytes(saltBytes).toString('base64url'));
  return {
    hash,
    async matches(password, stored) {
      const [, exponent, salt = '', key = ''] = (stored ?? nobodys).split('$');
      const given = await derive(password, Buffer.from(salt, 'base64url'), Number(exponent));
      return timingSafeEqual(given, Buffer.from(key, 'base64url')) && stored !== null;
    },
  };
}

/** The same characters typed on different keyboards count as the same password. */
function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  const maxmem = 256 * blockSize * (N + 64);
  const options: ScryptOptions = { N, r: blockSize, p: parallelisation, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
