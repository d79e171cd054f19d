import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * What the ledger of a campaign tells, one type of entry per kind of event. People appear under a
 * pseudonym alone; receipts, withdrawals and redemptions by their number; money in centavos; lucky
 * numbers as they are shown, `4.00153`.
 */
export type LedgerEntry =
  /** Before anything else: what nobody may know yet, and nobody may change any more. */
  | {
      type: 'COMMITMENTS';
      campaign: number;
      draws: DrawCommitment[];
      schedules: ScheduleCommitment[];
    }
  /** The first of them at this position of the draw's sequence, the others after it. */
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
  /** In hexadecimal, what the commitments bound. */
  | {
      type: 'SECRETS_REVEALED';
      draws: { engine: number; key: string }[];
      schedules: { engine: number; seed: string }[];
    }
  | ({ type: 'DRAW_MADE' } & DrawResult);

/** A draw of numbers, made of the whole numbers of the federal lottery's five prizes. */
export interface DrawResult {
  engine: number;
  federal: string[];
  /** The day of the extraction, `yyyy-MM-dd`. */
  extraction: string | null;
  drawn: string;
  /** The winning numbers, first prize first; none when no number was in the draw. */
  winners: string[];
  /** Numbers nearer than a winner's, of people who had won as many prizes as one may. */
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

/** One prize of the schedule that is hidden no more. */
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

/** How far a ledger goes: the position of its last entry, from 1, and that entry's hash. */
export interface LedgerHead {
  position: number;
  /** 64 lower-case hexadecimal digits. */
  hash: string;
}

/** Before the first entry. */
export const emptyLedger: LedgerHead = { position: 0, hash: '0'.repeat(64) };

/**
 * The head after one more entry: whoever changes an entry changes every hash from there on.
 *
 * hash = SHA-256, in lower-case hexadecimal, of the UTF-8 text
 * `ledger/1:<position>:<hash of the entry before>:<entry>`, where the position is written in decimal
 * digits, the first entry follows a hash of 64 zeros, and the entry is its text as it is published.
 */
export function headAfter({ position, hash }: LedgerHead, entry: string): LedgerHead {
  const next = position + 1;
  const text = `ledger/1:${next}:${hash}:${entry}`;
  return { position: next, hash: bytesToHex(sha256(utf8ToBytes(text))) };
}

/**
 * An entry as it is published: one line of JSON, without blanks between its three members
 * `position`, `hash` and `entry`. The entry's text is what stands after `"entry":`, but for the last
 * brace: it is hashed as it stands there, nothing is written anew.
 */
export function ledgerLine({ position, hash }: LedgerHead, entry: string): string {
  return `{"position":${position},"hash":"${hash}","entry":${entry}}`;
}

const line = /^\{"position":(\d+),"hash":"([0-9a-f]{64})","entry":(\{[^\n]*\})\}$/;

/** Reads the line that follows `before`; null when it does not follow, or is no such line. */
export function readLedgerLine(
  text: string,
  before: LedgerHead,
): { head: LedgerHead; entry: string } | null {
  const [, position, hash, entry] = line.exec(text) ?? [];
  if (entry === undefined || position !== String(before.position + 1)) return null;
  const head = headAfter(before, entry);
  return head.hash === hash ? { head, entry } : null;
}
