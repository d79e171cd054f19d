import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  array,
  boolean,
  enums,
  type Infer,
  nullable,
  number,
  optional,
  record,
  type Struct,
  string,
  type,
  union,
} from 'superstruct';
import { jsonOrNull } from '../text.ts';
import { Hash, Opening } from './hidden-owners.ts';

// Money is in centavos. Optional members are missing in the first ledgers, or no longer written.

/** How much older an entry may be than one before it: simultaneous calls end in any order. */
export const disorderMs = 60_000;

/** What follows a winner who is disqualified: the next number in order, or the Treasury. */
const Disqualification = enums(['NEXT', 'TREASURY']);

export const DrawRules = type({
  prizes: array(number()),
  alternates: number(),
  /** How many prizes of this draw one person may win; null means no limit. */
  maxRewardsByConsumer: nullable(number()),
  /** Date and time of the extraction, ISO 8601 with an offset; null when not declared. */
  extractionAt: nullable(string()),
  disqualified: Disqualification,
  /** The most numbers one receipt can get. */
  numbersPerReceipt: optional(number()),
});
export type DrawRules = Infer<typeof DrawRules>;

export const DrawCommitment = type({
  engine: number(),
  seriesQuantity: number(),
  numbersPerSeries: number(),
  commitment: string(),
  rules: optional(DrawRules),
});
export type DrawCommitment = Infer<typeof DrawCommitment>;

export const ScheduleCommitment = type({
  engine: number(),
  startsAt: string(),
  endsAt: string(),
  prizes: array(type({ campaignPrizeId: number(), quantity: number() })),
  commitment: string(),
  root: string(),
  /** How many prizes of this schedule one person may hold at a time; null means no limit. */
  maxRewardsByConsumer: optional(nullable(number())),
});
export type ScheduleCommitment = Infer<typeof ScheduleCommitment>;

export const DrawResult = type({
  engine: number(),
  federal: array(string()),
  /** Day of the extraction, `yyyy-MM-dd`. */
  extraction: optional(nullable(string())),
  drawn: string(),
  winners: array(string()),
  /** Nearer numbers, skipped because their owners had won as many prizes as allowed. */
  passedOver: array(string()),
  alternates: optional(array(string())),
  /** Only in old ledgers: the pseudonyms of winners and alternates. */
  owners: optional(array(string())),
  /**
   * The owner of each number: of winners and, if wins per person are limited, also of alternates
   * and numbers passed over. Entries with a pseudonym need none.
   */
  people: optional(record(string(), Opening)),
});
export type DrawResult = Infer<typeof DrawResult>;

/** What a campaign commits itself to, at the start and when it changes while running. */
export const Commitments = type({
  /** Whether a third party time-stamps the log from the start on. */
  timeStamps: optional(boolean()),
  campaign: number(),
  startsAt: optional(string()),
  endsAt: optional(string()),
  draws: array(DrawCommitment),
  schedules: array(ScheduleCommitment),
  /** In ledgers older than LOG_OPENED: the signing key, as C2SP signed-note writes it. */
  log: optional(string()),
});
export type Commitments = Infer<typeof Commitments>;

const RevealedLeaf = type({
  index: number(),
  moment: string(),
  campaignPrizeId: number(),
  nonce: string(),
});

const ofReceipt = { engine: number(), receipt: number() };
/** In all entries about a person; only from before receipts had owners. */
const pseudonym = { consumer: optional(string()) };
const owned = { ...pseudonym, owner: optional(Hash) };

const entries = {
  /** At position 0: the signing key, and the end of the hash chain that the log continues. */
  LOG_OPENED: type({
    log: string(),
    chain: nullable(type({ position: number(), hash: string() })),
  }),
  /** At position 1: hashes of secrets that must stay unknown but can no longer be changed. */
  COMMITMENTS: Commitments,
  COMMITMENTS_CHANGED: type({
    before: Commitments,
    after: Commitments,
    reason: string(),
    regulationVersion: union([string(), number()]),
  }),
  /** `first` is the counter of the first number; those of the others follow it. */
  NUMBERS_ISSUED: type({ ...ofReceipt, ...owned, first: number(), numbers: array(string()) }),
  NUMBERS_VOIDED: type({ ...ofReceipt, numbers: array(string()) }),
  /** At the close: counters before the draw's last number that no receipt got. */
  NUMBERS_UNUSED: type({
    engine: number(),
    ranges: array(type({ first: number(), quantity: number() })),
  }),
  /** Has `person` instead of the owner if wins per person are limited. */
  PRIZE_WON: type({
    ...ofReceipt,
    ...owned,
    person: optional(string()),
    leaf: RevealedLeaf,
    proof: array(string()),
  }),
  PRIZE_FREED: type({ ...ofReceipt, index: number() }),
  RECEIPT_MODERATED: type({ receipt: number(), from: string(), to: string() }),
  CASHBACK_CREDITED: type({ receipt: number(), ...pseudonym, centavos: number() }),
  CASHBACK_REVERSED: type({ receipt: number(), ...pseudonym, centavos: number() }),
  /** The `amount` is hidden; older entries say `centavos`. */
  CASHBACK_WITHDRAWN: type({
    withdrawal: number(),
    ...pseudonym,
    centavos: optional(number()),
    amount: optional(Hash),
  }),
  WITHDRAWAL_SETTLED: type({ withdrawal: number(), status: string() }),
  POINTS_CREDITED: type({ receipt: number(), ...pseudonym, points: number() }),
  POINTS_REVERSED: type({ receipt: number(), ...pseudonym, points: number() }),
  POINTS_SPENT: type({ redemption: number(), ...pseudonym, points: number() }),
  POINTS_RETURNED: type({ redemption: number(), ...pseudonym, points: number() }),
  /** The log continues from an older copy; `published` is the checkpoint whose end was lost. */
  LOG_RESTORED: type({ published: string(), reason: string() }),
  CAMPAIGN_CLOSED: type({}),
  SECRETS_REVEALED: type({
    draws: array(type({ engine: number(), key: string() })),
    schedules: array(type({ engine: number(), seed: string() })),
  }),
  /** The numbers in a draw, fixed by `hash` (`frozenListHash`); `unjudged` receipts are among them. */
  LIST_FROZEN: type({
    engine: number(),
    numbers: number(),
    hash: string(),
    unjudged: number(),
    reason: nullable(string()),
  }),
  /** No extraction was held on this day (`yyyy-MM-dd`), which would have decided. */
  NO_EXTRACTION: type({ engine: number(), day: string() }),
  /** Numbers passed over, and whose they are, where the next draw's own entry has no room. */
  NUMBERS_OPENED: type({
    engine: number(),
    passedOver: array(string()),
    people: record(string(), Opening),
  }),
  DRAW_MADE: DrawResult,
  /** Repeats a draw that was published wrongly; `corrects` is the position of the wrong one. */
  DRAW_CORRECTED: type({ ...DrawResult.schema, corrects: number(), reason: string() }),
  /** A winner who may not have the prize, and the number that gets it instead, if any. */
  WINNER_DISQUALIFIED: type({
    engine: number(),
    number: string(),
    reason: string(),
    successor: nullable(string()),
  }),
};

type Entries = { [Name in keyof typeof entries]: { type: Name } & Infer<(typeof entries)[Name]> };

export type LedgerEntryType = keyof Entries;
export type LedgerEntry = Entries[LedgerEntryType];
export type DatedEntry = LedgerEntry & { at: string };
export type EntryOf<Name extends LedgerEntryType> = Entries[Name] & { at: string };

const Dated = type({ at: string(), type: string() });

/** Null for text that is no entry: of an unknown type, or with members missing. */
export function readLedgerEntry(text: string): DatedEntry | null {
  const value = jsonOrNull(text);
  if (!Dated.is(value) || !isType(value.type)) return null;
  const struct: Struct<unknown, unknown> = entries[value.type] as never;
  return struct.is(value) ? (value as DatedEntry) : null;
}

function isType(text: string): text is LedgerEntryType {
  return Object.hasOwn(entries, text);
}

/**
 * The hash chain of older ledgers, from before entries became leaves of a tree.
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
