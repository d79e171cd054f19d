import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The position of the last entry, from 1, and that entry's hash. */
export interface LedgerHead {
  position: number;
  hash: string;
}

export const emptyLedger: LedgerHead = { position: 0, hash: '0'.repeat(64) };

/**
 * SHA-256, in lower-case hexadecimal, of `ledger/1:<position>:<hash of the entry before>:<entry>`.
 * The first entry follows a hash of 64 zeros; the entry is its text as it is published.
 */
export function headAfter({ position, hash }: LedgerHead, entry: string): LedgerHead {
  const next = position + 1;
  const text = `ledger/1:${next}:${hash}:${entry}`;
  return { position: next, hash: bytesToHex(sha256(utf8ToBytes(text))) };
}

/** Without blanks between its members: what follows `"entry":` is hashed as it stands. */
export function ledgerLine({ position, hash }: LedgerHead, entry: string): string {
  return `{"position":${position},"hash":"${hash}","entry":${entry}}`;
}

const line = /^\{"position":(\d+),"hash":"([0-9a-f]{64})","entry":(\{[^\n]*\})\}$/;

export function readLedgerLine(
  text: string,
  before: LedgerHead,
): { head: LedgerHead; entry: string } | null {
  const [, position, hash, entry] = line.exec(text) ?? [];
  if (entry === undefined || position !== String(before.position + 1)) return null;
  const head = headAfter(before, entry);
  return head.hash === hash ? { head, entry } : null;
}
