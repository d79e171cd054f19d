import { headAfter } from '../../rules/ledger.ts';
import type { LedgerEntry } from '../../rules/ledger-entries.ts';
import type { Queries } from '../db/database.ts';
import { insertLedgerEntries, lockLedger } from './queries.ts';

/**
 * Writes to the ledger what a transaction did, as its last step: from here to the end of the
 * transaction all other writers wait. Without entries nothing is locked.
 */
export async function appendToLedger(
  queries: Queries,
  campaignId: number,
  { now, entries }: { now: Date; entries: readonly LedgerEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  let head = await lockLedger(queries, campaignId);
  const rows = entries.map((entry) => {
    const text = JSON.stringify({ at: now.toISOString(), ...entry });
    head = headAfter(head, text);
    return { ...head, type: entry.type, entry: text };
  });
  await insertLedgerEntries(queries, campaignId, rows);
}
