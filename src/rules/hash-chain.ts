import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * How entries were chained until they became leaves of a tree: only for the ledgers that are older.
 * SHA-256, in lower-case hexadecimal, of `ledger/1:<position>:<hash of the entry before>:<entry>`.
 */
export interface ChainHead {
  position: number;
  hash: string;
}

export const emptyChain: ChainHead = { position: 0, hash: '0'.repeat(64) };

export function headAfter({ position, hash }: ChainHead, entry: string): ChainHead {
  const next = position + 1;
  const text = `ledger/1:${next}:${hash}:${entry}`;
  return { position: next, hash: bytesToHex(sha256(utf8ToBytes(text))) };
}
