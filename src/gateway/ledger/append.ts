import type { LedgerEntry, LedgerEntryType } from '../../rules/ledger-entries.ts';
import { longestEntry } from '../../rules/log-tiles.ts';
import type { Queries } from '../db/database.ts';
import {
  insertLedgerEntries,
  lockLedger,
  milestoneTypes,
  placeEntries,
  shareLedger,
} from './queries.ts';

/** Entries that must not be written once the campaign's secrets are public. */
const givesOut: readonly LedgerEntryType[] = ['NUMBERS_ISSUED', 'PRIZE_WON'];

/**
 * Must be the last step of a transaction. Transactions write at the same time, except a milestone:
 * it waits for those that are writing, and later ones wait for its commit, so its position is exact.
 * @param alongside runs statements that need the texts of the entries together with the insert
 */
export async function appendToLedger(
  queries: Queries,
  campaignId: number,
  { now, entries }: { now: Date; entries: readonly LedgerEntry[] },
  alongside: (texts: readonly string[]) => Promise<void> = async () => {},
): Promise<void> {
  if (entries.length === 0) return alongside([]);
  const rows = entries.map((entry) => ({
    type: entry.type,
    entry: JSON.stringify({ at: now.toISOString(), ...entry }),
  }));
  const long = rows.find(({ entry }) => Buffer.byteLength(entry) > longestEntry);
  if (long) throw new Error(`An entry ${long.type} is longer than a log takes`);
  const isMilestone = entries.some(({ type }) => milestoneTypes.some((other) => other === type));
  const [{ secretsRevealedAt }] = await Promise.all([
    isMilestone ? lockLedger(queries, campaignId) : shareLedger(queries, campaignId),
    insertLedgerEntries(queries, campaignId, rows),
    isMilestone ? placeEntries(queries, campaignId) : null,
    alongside(rows.map(({ entry }) => entry)),
  ]);
  if (secretsRevealedAt && entries.some(({ type }) => givesOut.includes(type))) {
    throw new Error(`Campaign ${campaignId} was closed meanwhile`);
  }
}
