import { createHash } from 'node:crypto';

/**
 * The number of the advisory lock that a text stands for, the same in every process, as a parameter
 * of type bigint. Hashed here: PostgreSQL's own hash functions are not those of all engines.
 */
export function lockKey(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE().toString();
}
