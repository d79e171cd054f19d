import { headAfter, type LedgerHead } from '../../rules/ledger.ts';
import type { LedgerEntry, LedgerEntryType } from '../../rules/ledger-entries.ts';
import type { Queries } from '../db/database.ts';
import { insertLedgerEntries, lockLedger } from './queries.ts';

/** Once the secrets are public, a receipt that is still under way may get nothing. */
const givesOut: readonly LedgerEntryType[] = ['NUMBERS_ISSUED', 'PRIZE_WON'];

/**
 * The last step of a transaction: until its end all other writers wait.
 * @param alongside sends a statement that needs the new head with the one that writes it
 * @returns where the ledger ends then; null without entries, when nothing is locked
 */
export async function appendToLedger(
  queries: Queries,
  campaignId: number,
  { now, entries }: { now: Date; entries: readonly LedgerEntry[] },
  alongside: (head: LedgerHead | null) => Promise<void> = async () => {},
): Promise<LedgerHead | null> {
  if (entries.length === 0) {
    await alongside(null);
    return null;
  }
  const { secretsRevealedAt, ...last } = await lockLedger(queries, campaignId);
  if (secretsRevealedAt && entries.some(({ type }) => givesOut.includes(type))) {
    throw new Error(`Campaign ${campaignId} was closed meanwhile`);
  }
  let head: LedgerHead = last;
  const rows = entries.map((entry) => {
    const text = JSON.stringify({ at: now.toISOString(), ...entry });
    head = headAfter(head, text);
    return { ...head, type: entry.type, entry: text };
  });
  await Promise.all([insertLedgerEntries(queries, campaignId, rows), alongside(head)]);
  return head;
}
