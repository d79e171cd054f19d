import type { LedgerHead } from '../../rules/ledger.ts';
import type { Queries } from '../db/database.ts';

export interface LedgerRow extends LedgerHead {
  entry: string;
}

/** @returns false when it is open already */
export async function insertLedger(
  queries: Queries,
  campaignId: number,
  { position, hash }: LedgerHead,
): Promise<boolean> {
  const rows = await queries.query(
    `insert into ledgers (campaign_id, position, hash) values ($1, $2, $3)
     on conflict do nothing returning campaign_id`,
    [campaignId, position, hash],
  );
  return rows.length === 1;
}

/** The last lock of a transaction, so that one that holds it waits for no other. */
export async function lockLedger(queries: Queries, campaignId: number): Promise<LedgerState> {
  const [head] = await queries.query<LedgerState>(
    `select position, hash, secrets_revealed_at as "secretsRevealedAt"
     from ledgers where campaign_id = $1 for no key update`,
    [campaignId],
  );
  if (!head) throw new Error(`Campaign ${campaignId} has no ledger`);
  return head;
}

/** The ledger is locked. */
export async function insertLedgerEntries(
  queries: Queries,
  campaignId: number,
  rows: readonly (LedgerRow & { type: string })[],
): Promise<void> {
  const { position, hash } = rows.at(-1) ?? {};
  await queries.query(
    `with added as (
       insert into ledger_entries (campaign_id, position, hash, type, entry)
       select $1, position, hash, type, entry
       from jsonb_to_recordset($2::jsonb)
         as given (position bigint, hash text, type text, entry text)
     )
     update ledgers set position = $3, hash = $4 where campaign_id = $1`,
    [campaignId, JSON.stringify(rows), position, hash],
  );
}

export interface LedgerState extends LedgerHead {
  secretsRevealedAt: Date | null;
}

export async function findLedger(queries: Queries, campaignId: number): Promise<LedgerState> {
  const [ledger] = await queries.query<LedgerState>(
    `select position, hash, secrets_revealed_at as "secretsRevealedAt"
     from ledgers where campaign_id = $1`,
    [campaignId],
  );
  if (!ledger) throw new Error(`Campaign ${campaignId} has no ledger`);
  return ledger;
}

export function findLedgerEntries(
  queries: Queries,
  { campaignId, after, limit }: { campaignId: number; after: number; limit: number },
): Promise<LedgerRow[]> {
  return queries.query(
    `select position, hash, entry from ledger_entries
     where campaign_id = $1 and position > $2 order by position limit $3`,
    [campaignId, after, limit],
  );
}

/** In the order of the words of the index that finds them. */
const milestones = `type in ('COMMITMENTS', 'COMMITMENTS_CHANGED', 'CAMPAIGN_CLOSED',
  'SECRETS_REVEALED', 'LIST_FROZEN', 'NO_EXTRACTION', 'DRAW_MADE', 'DRAW_CORRECTED',
  'WINNER_DISQUALIFIED')`;

export function findMilestones(queries: Queries, campaignId: number): Promise<LedgerRow[]> {
  return queries.query(
    `select position, hash, entry from ledger_entries
     where campaign_id = $1 and ${milestones} order by position`,
    [campaignId],
  );
}

/** Null when it got none. */
export async function findNumbersOwner(
  queries: Queries,
  { campaignId, engineId, receiptId }: { campaignId: number; engineId: number; receiptId: number },
): Promise<string | null> {
  const [row] = await queries.query<{ consumer: string }>(
    `select entry::jsonb ->> 'consumer' as consumer from ledger_entries
     where campaign_id = $1 and type = 'NUMBERS_ISSUED' and entry like $2`,
    [campaignId, `%"engine":${engineId},"receipt":${receiptId},%`],
  );
  return row?.consumer ?? null;
}

/** @returns false when they were revealed before */
export async function markSecretsRevealed(
  queries: Queries,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<boolean> {
  const rows = await queries.query(
    `update ledgers set secrets_revealed_at = $2
     where campaign_id = $1 and secrets_revealed_at is null returning campaign_id`,
    [campaignId, now],
  );
  return rows.length === 1;
}
