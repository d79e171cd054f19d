import { array, number, string, type } from 'superstruct';
import type { LedgerEntry } from '../rules/ledger.ts';
import { DrawCommitment, DrawResult, ScheduleCommitment } from './transparency.ts';

const ofReceipt = { engine: number(), receipt: number() };
const byPerson = { consumer: string() };

const entries: Record<LedgerEntry['type'], { is(value: unknown): boolean }> = {
  COMMITMENTS: type({
    campaign: number(),
    draws: array(DrawCommitment),
    schedules: array(ScheduleCommitment),
  }),
  NUMBERS_ISSUED: type({ ...ofReceipt, ...byPerson, first: number(), numbers: array(string()) }),
  NUMBERS_VOIDED: type({ ...ofReceipt, numbers: array(string()) }),
  PRIZE_WON: type({
    ...ofReceipt,
    ...byPerson,
    leaf: type({ index: number(), moment: string(), campaignPrizeId: number(), nonce: string() }),
    proof: array(string()),
  }),
  PRIZE_FREED: type({ ...ofReceipt, index: number() }),
  RECEIPT_MODERATED: type({ receipt: number(), from: string(), to: string() }),
  CASHBACK_CREDITED: type({ receipt: number(), ...byPerson, centavos: number() }),
  CASHBACK_REVERSED: type({ receipt: number(), ...byPerson, centavos: number() }),
  CASHBACK_WITHDRAWN: type({ withdrawal: number(), ...byPerson, centavos: number() }),
  WITHDRAWAL_SETTLED: type({ withdrawal: number(), status: string() }),
  POINTS_CREDITED: type({ receipt: number(), ...byPerson, points: number() }),
  POINTS_REVERSED: type({ receipt: number(), ...byPerson, points: number() }),
  POINTS_SPENT: type({ redemption: number(), ...byPerson, points: number() }),
  POINTS_RETURNED: type({ redemption: number(), ...byPerson, points: number() }),
  CAMPAIGN_CLOSED: type({}),
  SECRETS_REVEALED: type({
    draws: array(type({ engine: number(), key: string() })),
    schedules: array(type({ engine: number(), seed: string() })),
  }),
  DRAW_MADE: DrawResult,
};

const Dated = type({ at: string(), type: string() });

export type DatedEntry = LedgerEntry & { at: string };

/** Null for a text that is not an entry of ours. */
export function readLedgerEntry(text: string): DatedEntry | null {
  const value = parsed(text);
  if (!Dated.is(value) || !isType(value.type)) return null;
  return entries[value.type].is(value) ? (value as DatedEntry) : null;
}

function isType(text: string): text is LedgerEntry['type'] {
  return Object.hasOwn(entries, text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
