import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type LedgerEntryType, readLedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { formatTile, readTile, TiledTree } from '../../rules/log/log-tiles.ts';
import {
  exists,
  findOne,
  hasWritten,
  one,
  type Queries,
  sqlList,
  type Transaction,
} from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { Unavailable } from '../failures.ts';

export interface LedgerRow {
  position: number;
  entry: string;
}

/** @returns false when it is open already */
export async function insertLedger(queries: Queries, campaignId: number): Promise<boolean> {
  const rows = await queries.query(
    'insert into ledgers (campaign_id) values ($1) on conflict do nothing returning campaign_id',
    [campaignId],
  );
  await queries.query('insert into log_heads (campaign_id) values ($1) on conflict do nothing', [
    campaignId,
  ]);
  return rows.length === 1;
}

export async function insertFirstEntry(
  queries: Queries,
  campaignId: number,
  { type, entry }: { type: string; entry: string },
): Promise<void> {
  await queries.query(
    `insert into ledger_entries (campaign_id, position, type, entry) values ($1, 0, $2, $3)
     on conflict do nothing`,
    [campaignId, type, entry],
  );
}

/** In order of their positions; leaves out entries that have none yet. */
export function findLedgerEntries(
  queries: Queries,
  { campaignId, from, limit }: { campaignId: number; from: number; limit: number },
): Promise<LedgerRow[]> {
  return queries.query(
    `select position, entry from ledger_entries
     where campaign_id = $1 and position >= $2 order by position limit $3`,
    [campaignId, from, limit],
  );
}

/** The log's key, with its name, as the first entry has it; null for an older hash chain. */
export async function findLogKey(queries: Queries, campaignId: number): Promise<string | null> {
  const [first] = await findLedgerEntries(queries, { campaignId, from: 0, limit: 1 });
  const opening = first ? readLedgerEntry(first.entry) : null;
  return opening?.type === 'LOG_OPENED' ? opening.log : null;
}

/** Entries from a position on, and all that have no position yet. */
export async function findLaterEntries(
  queries: Queries,
  { campaignId, from }: { campaignId: number; from: number },
): Promise<string[]> {
  const rows = await queries.query<{ entry: string }>(
    `select entry from ledger_entries
     where campaign_id = $1 and (position >= $2 or position is null)`,
    [campaignId, from],
  );
  return rows.map(({ entry }) => entry);
}

export async function findEntriesOfType(
  queries: Queries,
  campaignId: number,
  type: LedgerEntryType,
): Promise<string[]> {
  const rows = await queries.query<{ entry: string }>(
    'select entry from ledger_entries where campaign_id = $1 and type = $2 order by id',
    [campaignId, type],
  );
  return rows.map(({ entry }) => entry);
}

/** Entries that get their position at once. The index over them lists the types in this order too. */
export const milestoneTypes = [
  'COMMITMENTS',
  'COMMITMENTS_CHANGED',
  'CAMPAIGN_CLOSED',
  'SECRETS_REVEALED',
  'LIST_FROZEN',
  'NO_EXTRACTION',
  'DRAW_MADE',
  'DRAW_CORRECTED',
  'WINNER_DISQUALIFIED',
] as const;

export function findMilestones(queries: Queries, campaignId: number): Promise<LedgerRow[]> {
  return queries.query(
    `select position, entry from ledger_entries
     where campaign_id = $1 and type in (${sqlList(milestoneTypes)}) order by position`,
    [campaignId],
  );
}

export type EntryOwners = ReadonlyMap<number, { owner: string | null; consumer: string | null }>;

/** Maps each receipt with numbers to its hidden owner or, in older entries, to a pseudonym. */
export async function findEntryOwners(
  queries: Queries,
  { campaignId, engineId, receiptIds }: EngineKey & { receiptIds: readonly number[] },
): Promise<EntryOwners> {
  const rows = await queries.query<{
    receipt: number;
    owner: string | null;
    consumer: string | null;
  }>(
    `select (entry::jsonb -> 'receipt')::bigint as receipt, entry::jsonb ->> 'owner' as owner,
       entry::jsonb ->> 'consumer' as consumer
     from ledger_entries
     where campaign_id = $1 and type = 'NUMBERS_ISSUED'
       and (entry::jsonb ->> 'engine')::bigint = $2
       and (entry::jsonb ->> 'receipt')::bigint = any($3::bigint[])`,
    [campaignId, engineId, receiptIds],
  );
  return new Map(rows.map(({ receipt, ...owner }) => [receipt, owner]));
}

interface LogHead {
  size: number;
  tree: TiledTree;
  /** A signed note; empty before the first one. */
  checkpoint: string;
}

export async function findLogHead(queries: Queries, campaignId: number): Promise<LogHead> {
  const head = await findOne<{ size: number; openTiles: string[]; checkpoint: string }>(
    queries,
    'select size, open_tiles as "openTiles", checkpoint from log_heads where campaign_id = $1',
    [campaignId],
  );
  if (!head) throw new Error(`Campaign ${campaignId} has no log`);
  const { size, openTiles, checkpoint } = head;
  const open = openTiles.map((hex) => readTile(hexToBytes(hex)));
  return { size, tree: new TiledTree(size, open), checkpoint };
}

export async function findLogs(queries: Queries): Promise<number[]> {
  const rows = await queries.query<{ id: number }>('select campaign_id as id from log_heads');
  return rows.map(({ id }) => id);
}

/** @throws Unavailable before anything is published */
export async function findPublishedHead(queries: Queries, campaignId: number): Promise<LogHead> {
  const head = await findLogHead(queries, campaignId);
  if (head.size === 0) throw new Unavailable('log');
  return head;
}

/** @returns false when another gateway has published after the `former` checkpoint was read */
export function replaceLogHead(
  queries: Queries,
  campaignId: number,
  { former, tree, checkpoint }: { former: string; tree: TiledTree; checkpoint: string },
): Promise<boolean> {
  const open = tree.open.map((hashes) => bytesToHex(formatTile(hashes)));
  return hasWritten(
    queries,
    `update log_heads set size = $3, open_tiles = $4, checkpoint = $5
     where campaign_id = $1 and checkpoint = $2 returning campaign_id`,
    [campaignId, former, tree.size, open, checkpoint],
  );
}

/** Counts published entries only, so those of the last second may be missing. */
export async function findPublishedSize(queries: Queries, campaignId: number): Promise<number> {
  const head = await findOne<{ size: number }>(
    queries,
    'select size from log_heads where campaign_id = $1',
    [campaignId],
  );
  return head?.size ?? 0;
}

/** @returns false while another gateway or a command holds the lock */
export function tryLockLedger(queries: Queries, campaignId: number): Promise<boolean> {
  return exists(
    queries,
    'select from ledgers where campaign_id = $1 for no key update skip locked',
    [campaignId],
  );
}

export function hasWaitingEntries(queries: Queries, campaignId: number): Promise<boolean> {
  return exists(
    queries,
    'select from ledger_entries where campaign_id = $1 and position is null limit 1',
    [campaignId],
  );
}

export async function markSecretsRevealed(
  queries: Queries,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<void> {
  await queries.query('update ledgers set secrets_revealed_at = $2 where campaign_id = $1', [
    campaignId,
    now,
  ]);
}

export interface LedgerState {
  /** Entries that have a position. */
  size: number;
  /** The end of the hash chain that older ledgers began with; null for the others. */
  chainPosition: number | null;
  chainHash: string | null;
  secretsRevealedAt: Date | null;
  databaseSeededAt: Date;
}

const stateColumnsSql = `size, chain_position as "chainPosition", chain_hash as "chainHash",
  secrets_revealed_at as "secretsRevealedAt",
  (select min(seeded_at) from campaigns) as "databaseSeededAt"`;

const ledgerStatement = `select ${stateColumnsSql} from ledgers where campaign_id = $1`;

export function findLedger(queries: Queries, campaignId: number): Promise<LedgerState> {
  return readLedger(queries, ledgerStatement, campaignId);
}

export function lockLedgerShared(queries: Transaction, campaignId: number): Promise<LedgerState> {
  return readLedger(queries, `${ledgerStatement} for key share`, campaignId);
}

export function lockLedger(queries: Transaction, campaignId: number): Promise<LedgerState> {
  return readLedger(queries, `${ledgerStatement} for update`, campaignId);
}

async function readLedger(
  queries: Queries,
  statement: string,
  campaignId: number,
): Promise<LedgerState> {
  const ledger = await findOne<LedgerState>(queries, statement, [campaignId]);
  if (!ledger) throw new Error(`Campaign ${campaignId} has no ledger`);
  return ledger;
}

export async function insertLedgerEntries(
  queries: Queries,
  campaignId: number,
  rows: readonly { type: string; entry: string }[],
): Promise<void> {
  await queries.query(
    `insert into ledger_entries (campaign_id, type, entry)
     select $1, new_entry.type, new_entry.entry
     from rows from (jsonb_to_recordset($2::jsonb) as (type text, entry text))
       with ordinality as new_entry (type, entry, place)
     order by new_entry.place`,
    [campaignId, JSON.stringify(rows)],
  );
}

/** By id, since an entry has a higher id than those it depends on. Call it with the ledger locked. */
export async function assignPositions(queries: Queries, campaignId: number): Promise<void> {
  await queries.query(
    `with placed as (
       update ledger_entries set position = numbered.position
       from (
         select ledger_entries.id,
           ledgers.size + row_number() over (order by ledger_entries.id) - 1 as position
         from ledger_entries join ledgers on ledgers.campaign_id = ledger_entries.campaign_id
         where ledger_entries.campaign_id = $1 and ledger_entries.position is null
       ) as numbered
       where ledger_entries.id = numbered.id returning numbered.id
     )
     update ledgers set size = ledgers.size + (select count(*) from placed)
     where ledgers.campaign_id = $1`,
    [campaignId],
  );
}

/** ISO 8601; entries written at the same time may be out of order. */
export async function findNewestTime(queries: Queries): Promise<string | null> {
  const { newest } = await one<{ newest: string | null }>(
    queries,
    `select max(entry::json ->> 'at') as newest
     from (select entry from ledger_entries order by id desc limit 100) as latest`,
  );
  return newest;
}
