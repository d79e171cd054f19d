import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The entries of a campaign's ledger, one type per kind of event. They name people by a pseudonym;
 * receipts, withdrawals and redemptions by their number; money is in centavos; lucky numbers are
 * written as shown, `4.00153`.
 */
export type LedgerEntry =
  /** The first entry: secrets that must not be known yet, bound so that they cannot be changed. */
  | {
      type: 'COMMITMENTS';
      campaign: number;
      draws: DrawCommitment[];
      schedules: ScheduleCommitment[];
    }
  /** The first number's position in the draw's sequence; the others follow it. */
  | (OfReceipt & { type: 'NUMBERS_ISSUED'; consumer: string; first: number; numbers: string[] })
  | (OfReceipt & { type: 'NUMBERS_VOIDED'; numbers: string[] })
  | (OfReceipt & { type: 'PRIZE_WON'; consumer: string; leaf: RevealedLeaf; proof: string[] })
  | (OfReceipt & { type: 'PRIZE_FREED'; index: number })
  | { type: 'RECEIPT_MODERATED'; receipt: number; from: string; to: string }
  | {
      type: 'CASHBACK_CREDITED' | 'CASHBACK_REVERSED';
      receipt: number;
      consumer: string;
      centavos: number;
    }
  | { type: 'CASHBACK_WITHDRAWN'; withdrawal: number; consumer: string; centavos: number }
  | { type: 'WITHDRAWAL_SETTLED'; withdrawal: number; status: string }
  | {
      type: 'POINTS_CREDITED' | 'POINTS_REVERSED';
      receipt: number;
      consumer: string;
      points: number;
    }
  | {
      type: 'POINTS_SPENT' | 'POINTS_RETURNED';
      redemption: number;
      consumer: string;
      points: number;
    }
  | { type: 'CAMPAIGN_CLOSED' }
  /** The committed secrets, in hexadecimal. */
  | {
      type: 'SECRETS_REVEALED';
      draws: { engine: number; key: string }[];
      schedules: { engine: number; seed: string }[];
    }
  | ({ type: 'DRAW_MADE' } & DrawResult);

/** Computed from the federal lottery's five prizes. */
export interface DrawResult {
  engine: number;
  federal: string[];
  /** Of the extraction, `yyyy-MM-dd`. */
  extraction: string | null;
  drawn: string;
  /** First prize first; empty when no number was in the draw. */
  winners: string[];
  /** Numbers nearer than a winner's, of people who had won as many prizes as allowed. */
  passedOver: string[];
}

export interface DrawCommitment {
  engine: number;
  seriesQuantity: number;
  numbersPerSeries: number;
  /** Of the key: `commitment` of lucky-numbers.ts. */
  commitment: string;
}

export interface ScheduleCommitment {
  engine: number;
  startsAt: string;
  endsAt: string;
  prizes: { campaignPrizeId: number; quantity: number }[];
  /** Of the seed: `scheduleCommitment` of instant-prizes.ts. */
  commitment: string;
  /** Of the Merkle tree whose leaves are the scheduled prizes. */
  root: string;
}

/** A prize whose moment is public. */
export interface RevealedLeaf {
  index: number;
  moment: string;
  campaignPrizeId: number;
  nonce: string;
}

interface OfReceipt {
  engine: number;
  receipt: number;
}

/** The position of the last entry, from 1, and that entry's hash. */
export interface LedgerHead {
  position: number;
  /** 64 lower-case hexadecimal digits. */
  hash: string;
}

/** Before the first entry. */
export const emptyLedger: LedgerHead = { position: 0, hash: '0'.repeat(64) };

/**
 * The head after one more entry. Changing an entry changes every hash after it.
 * | hash = SHA-256, in lower-case hexadecimal, of the UTF-8 text `ledger/1:<position>:<hash of the
 * entry before>:<entry>`, where the position is written in decimal digits, the first entry follows
 * a hash of 64 zeros, and the entry is its text as it is published.
 */
export function headAfter({ position, hash }: LedgerHead, entry: string): LedgerHead {
  const next = position + 1;
  const text = `ledger/1:${next}:${hash}:${entry}`;
  return { position: next, hash: bytesToHex(sha256(utf8ToBytes(text))) };
}

/**
 * An entry as it is published: one line of JSON, without blanks between its three members
 * `position`, `hash` and `entry`. The text after `"entry":`, without the last brace, is hashed as
 * it stands.
 */
export function ledgerLine({ position, hash }: LedgerHead, entry: string): string {
  return `{"position":${position},"hash":"${hash}","entry":${entry}}`;
}

const line = /^\{"position":(\d+),"hash":"([0-9a-f]{64})","entry":(\{[^\n]*\})\}$/;

/** Null for a line that does not follow `before`. */
export function readLedgerLine(
  text: string,
  before: LedgerHead,
): { head: LedgerHead; entry: string } | null {
  const [, position, hash, entry] = line.exec(text) ?? [];
  if (entry === undefined || position !== String(before.position + 1)) return null;
  const head = headAfter(before, entry);
  return head.hash === hash ? { head, entry } : null;
}
