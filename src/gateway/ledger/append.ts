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

/** Once the secrets are public, a receipt that is still under way may get nothing. */
const givesOut: readonly LedgerEntryType[] = ['NUMBERS_ISSUED', 'PRIZE_WON'];

/**
 * The last step of a transaction. Others write meanwhile; only a milestone, whose place matters to
 * what follows in its transaction, waits for them and keeps later ones waiting until the commit.
 * @param alongside sends a statement that needs the entries' texts with the one that writes them
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
