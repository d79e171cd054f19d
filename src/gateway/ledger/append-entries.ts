import {
  disorderMs,
  type LedgerEntry,
  type LedgerEntryType,
} from '../../rules/log/ledger-entry-types.ts';
import { maxEntryBytes } from '../../rules/log/log-tiles.ts';
import type { Queries } from '../db/database.ts';
import { CampaignClosed } from '../db/queries/campaigns.ts';
import type { Keyring } from '../db/wrap-secrets.ts';
import { Unavailable } from '../failures.ts';
import { milestoneTypes } from './queries.ts';

const typesBeforeReveal: readonly LedgerEntryType[] = ['NUMBERS_ISSUED', 'PRIZE_WON'];

/**
 * Must be the last step of a transaction. Transactions write at the same time, except a milestone:
 * it waits for those that write, and later ones wait for its commit, so its position is exact.
 */
export async function appendToLedger(
  queries: Queries,
  campaignId: number,
  { now, entries }: { now: Date; entries: readonly LedgerEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  assertClockNotSetBack(queries, now);
  const rows = entries.map((entry) => ({ type: entry.type, entry: entryText(entry, now) }));
  const tooLongEntry = rows.find(({ entry }) => Buffer.byteLength(entry) > maxEntryBytes);
  if (tooLongEntry) throw new Error(`An entry ${tooLongEntry.type} is longer than a log takes`);
  const isMilestone = entries.some(({ type }) => milestoneTypes.some((other) => other === type));
  const [{ secretsRevealedAt }] = await Promise.all([
    isMilestone ? lockLedger(queries, campaignId) : shareLedger(queries, campaignId),
    insertLedgerEntries(queries, campaignId, rows),
    isMilestone ? assignPositions(queries, campaignId) : null,
  ]);
  if (secretsRevealedAt && entries.some(({ type }) => typesBeforeReveal.includes(type))) {
    throw new CampaignClosed(campaignId);
  }
}

/** As the log publishes it, so what promises of receipts sign. */
export function entryText(entry: LedgerEntry, now: Date): string {
  return JSON.stringify({ at: now.toISOString(), ...entry });
}

interface LedgerState {
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

const seededAtByKeyring = new WeakMap<Keyring, number>();

/** A restore has brought other secrets: with those in memory, entries could not be verified. */
class DatabaseReplaced extends Unavailable {
  override readonly name = 'DatabaseReplaced';

  constructor() {
    super('database');
    this.message = 'The database was replaced by a restore: restart the gateway.';
  }
}

/** From now on this process writes and publishes no entry of another database. */
export async function rememberDatabase(database: Queries, campaignId: number): Promise<void> {
  const { databaseSeededAt } = await findLedger(database, campaignId);
  seededAtByKeyring.set(database.keyring, databaseSeededAt.getTime());
}

export function assertSameDatabase(
  { keyring }: Queries,
  { databaseSeededAt }: Pick<LedgerState, 'databaseSeededAt'>,
): void {
  const expected = seededAtByKeyring.get(keyring);
  if (expected !== undefined && expected !== databaseSeededAt.getTime()) {
    throw new DatabaseReplaced();
  }
}

const newestEntryMs = new WeakMap<Keyring, number>();

/** Entries dated more than a minute before earlier ones fail every verifier. */
class ClockSetBack extends Unavailable {
  override readonly name = 'ClockSetBack';

  constructor(newestMs: number) {
    const until = new Date(newestMs - disorderMs).toISOString();
    super(
      'clock',
      undefined,
      `The clock was set back, or the call waited too long: nothing is recorded until ${until}.`,
    );
  }
}

/** @throws ClockSetBack where the newest entry is watched, and from a later time */
export function assertClockNotSetBack({ keyring }: Queries, now: Date): void {
  const newestMs = newestEntryMs.get(keyring) ?? 0;
  if (now.getTime() < newestMs - disorderMs) throw new ClockSetBack(newestMs);
}

/** From now on this process writes no entry that verifiers would find too old. Repeat it, as entries are added. */
export async function watchNewestEntry(queries: Queries): Promise<void> {
  const [row] = await queries.query<{ newest: string | null }>(
    `select max(entry::json ->> 'at') as newest
     from (select entry from ledger_entries order by id desc limit 100) as latest`,
  );
  const newestMs = newestEntryMs.get(queries.keyring) ?? 0;
  newestEntryMs.set(queries.keyring, Math.max(newestMs, Date.parse(row?.newest ?? '') || 0));
}

async function readLedger(
  queries: Queries,
  campaignId: number,
  lock: '' | 'for key share' | 'for update',
): Promise<LedgerState> {
  const [ledger] = await queries.query<LedgerState>(
    `select ${stateColumnsSql} from ledgers where campaign_id = $1 ${lock}`,
    [campaignId],
  );
  if (!ledger) throw new Error(`Campaign ${campaignId} has no ledger`);
  return ledger;
}

export function findLedger(queries: Queries, campaignId: number): Promise<LedgerState> {
  return readLedger(queries, campaignId, '');
}

/** Writers share it, `lockLedger` excludes them. Take it last, so that its holder never waits. */
async function shareLedger(queries: Queries, campaignId: number): Promise<LedgerState> {
  const ledger = await readLedger(queries, campaignId, 'for key share');
  assertSameDatabase(queries, ledger);
  return ledger;
}

/** Waits for transactions that are writing, then gives their entries their positions. */
export async function lockLedger(queries: Queries, campaignId: number): Promise<LedgerState> {
  const [ledger] = await Promise.all([
    readLedger(queries, campaignId, 'for update'),
    assignPositions(queries, campaignId),
  ]);
  assertSameDatabase(queries, ledger);
  return ledger;
}

async function insertLedgerEntries(
  queries: Queries,
  campaignId: number,
  rows: readonly { type: string; entry: string }[],
): Promise<void> {
  await queries.query(
    `insert into ledger_entries (campaign_id, type, entry)
     select $1, type, entry from jsonb_array_elements($2::jsonb) with ordinality as given (value, place),
       jsonb_to_record(value) as row (type text, entry text)
     order by place`,
    [campaignId, JSON.stringify(rows)],
  );
}

/** Needs the ledger's lock. An entry has a higher id than those it depends on. */
export async function assignPositions(queries: Queries, campaignId: number): Promise<void> {
  await queries.query(
    `with placed as (
       update ledger_entries set position = given.position
       from (
         select id, ledgers.size + row_number() over (order by id) - 1 as position
         from ledger_entries join ledgers using (campaign_id)
         where campaign_id = $1 and position is null
       ) as given
       where ledger_entries.id = given.id returning given.id
     )
     update ledgers set size = size + (select count(*) from placed) where campaign_id = $1`,
    [campaignId],
  );
}
