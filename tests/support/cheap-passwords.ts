import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded (`node --import`) into the gateways of journeys: what a password costs, a tenth of a
 * second of the processor by design, is no part of what a journey shows, and each has several.
 */
const { scrypt } = crypto;
type Done = (error: Error | null, key: Buffer) => void;

crypto.scrypt = ((
  password: BinaryLike,
  salt: BinaryLike,
  size: number,
  _: ScryptOptions,
  done: Done,
) => scrypt(password, salt, size, { N: 4, r: 1, p: 1 }, done)) as typeof scrypt;
syncBuiltinESMExports();
