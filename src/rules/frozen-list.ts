import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of the numbers as shown (`4.00153`) in the draw's sequence, a line feed after each. */
export function frozenListHash(numbers: Iterable<string>): string {
  const hash = sha256.create();
  for (const number of numbers) hash.update(utf8ToBytes(`${number}\n`));
  return bytesToHex(hash.digest());
}
