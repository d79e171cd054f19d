import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Binds the numbers that take part in a draw: SHA-256, in lower-case hexadecimal, of the numbers as
 * they are shown (`4.00153`), in the order of the draw's sequence, a line feed after each.
 */
export function frozenListHash(numbers: Iterable<string>): string {
  const hash = sha256.create();
  for (const number of numbers) hash.update(utf8ToBytes(`${number}\n`));
  return bytesToHex(hash.digest());
}

/**
 * Until when a void takes a number out of a draw: the freeze of its list, or the hour of the
 * extraction where the list was frozen later. What is void after it was in the draw all the same,
 * so that an operator who knows the extraction cannot clear the way for a number.
 */
export function frozenSince(frozenAt: string, extractionAt: string | null): Date {
  const frozen = new Date(frozenAt);
  const extraction = extractionAt === null ? frozen : new Date(extractionAt);
  return frozen < extraction ? frozen : extraction;
}
