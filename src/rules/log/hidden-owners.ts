import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Infer, pattern, string, type } from 'superstruct';

export const Hash = pattern(string(), /^[0-9a-f]{64}$/);
const Half = pattern(string(), /^[0-9a-f]{32}$/);

/**
 * Proves whose the numbers of a receipt are. The log holds a different `owner` for each receipt; a
 * draw discloses the openings of those that it has to compare, and the others stay hidden.
 */
export const Opening = type({ person: Half, nonce: Half });
export type Opening = Infer<typeof Opening>;

/**
 * Each engine has its own name for a person, so an opening in one reveals nothing in another: the
 * first 32 digits of the SHA-256 of `person/1:<engine>:<pseudonym>`.
 */
export function personIn(engine: number, pseudonym: string): string {
  return hashOf(`person/1:${engine}:${pseudonym}`).slice(0, 32);
}

/** SHA-256 of `owner/1:<person>:<nonce>`. */
export function ownerOf({ person, nonce }: Opening): string {
  return hashOf(`owner/1:${person}:${nonce}`);
}

/** Hides an amount, which could reveal its receipts: SHA-256 of `amount/1:<centavos>:<nonce>`. */
export function hiddenAmount(centavos: number, nonce: string): string {
  return hashOf(`amount/1:${centavos}:${nonce}`);
}

/** The person behind an `owner` of the log; null when the opening belongs to another owner. */
export function openedPerson(owner: string, engine: number, opening?: Opening): string | null {
  // Entries from before name a pseudonym, which needs no opening.
  if (!Hash.is(owner)) return personIn(engine, owner);
  return opening && ownerOf(opening) === owner ? opening.person : null;
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
