import {
  disorderMs,
  type LedgerEntry,
  type LedgerEntryType,
} from '../../rules/log/ledger-entry-types.ts';
import { maxEntryBytes } from '../../rules/log/log-tiles.ts';
import {
  type AutocommitQueries,
  type Database,
  type Queries,
  sendInOrder,
  type Transaction,
} from '../db/database.ts';
import { CampaignClosed, Unavailable } from '../failures.ts';
import {
  assignPositions,
  findLedger,
  findNewestTime,
  insertLedgerEntries,
  type LedgerState,
  lockLedger,
  lockLedgerShared,
  milestoneTypes,
} from './queries.ts';

const typesBeforeReveal: readonly LedgerEntryType[] = ['NUMBERS_ISSUED', 'PRIZE_WON'];

/**
 * Call it after all that waits for rows of others: it holds the ledger's lock until the commit.
 * Transactions write at the same time, except a milestone: it waits for those that write, and later
 * ones wait for its commit, so its position is exact. Its transaction may then append more.
 */
export async function appendToLedger(
  queries: Transaction,
  campaignId: number,
  { now, entries }: { now: Date; entries: readonly LedgerEntry[] },
): Promise<void> {
  if (entries.length === 0) return;
  assertClockNotSetBack(queries, now);
  const rows = entries.map((entry) => ({ type: entry.type, entry: entryText(entry, now) }));
  const tooLongEntry = rows.find(({ entry }) => Buffer.byteLength(entry) > maxEntryBytes);
  if (tooLongEntry) throw new Error(`An entry ${tooLongEntry.type} is longer than a log takes`);
  const isMilestone = entries.some(({ type }) => milestoneTypes.some((other) => other === type));
  const [{ secretsRevealedAt }] = await sendInOrder([
    isMilestone
      ? lockLedgerAndAssignPositions(queries, campaignId)
      : lockLedgerToAppend(queries, campaignId),
    insertLedgerEntries(queries, campaignId, rows),
    isMilestone ? assignPositions(queries, campaignId) : null,
  ]);
  if (secretsRevealedAt && entries.some(({ type }) => typesBeforeReveal.includes(type))) {
    throw new CampaignClosed(campaignId);
  }
}

/** The exact text that the log publishes; the signed promise of a receipt is about it too. */
export function entryText(entry: LedgerEntry, now: Date): string {
  return JSON.stringify({ at: now.toISOString(), ...entry });
}

/** Empty in a command, which ends too soon to see its database replaced. */
const seededAtMs = new WeakMap<object, number>();

/** A restore brings its own secrets; entries made with the ones in memory would fail verification. */
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
  seededAtMs.set(database.cacheKey, databaseSeededAt.getTime());
}

export function assertSameDatabase(
  { cacheKey }: Queries,
  { databaseSeededAt }: Pick<LedgerState, 'databaseSeededAt'>,
): void {
  const expected = seededAtMs.get(cacheKey);
  if (expected !== undefined && expected !== databaseSeededAt.getTime()) {
    throw new DatabaseReplaced();
  }
}

const newestEntryMs = new WeakMap<object, number>();

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

/** The database's time. While it is set back no entries are written: verifiers would refuse them. */
export async function openLedgerClock(database: Database, warn: (sentence: string) => void) {
  const clock = await openClock(database, warn);
  await watchNewestEntry(database);
  return {
    now: clock.now,
    /** Repeat it, as the database's clock is set and entries are added. @throws ClockSetBack */
    follow: async () => {
      await clock.follow();
      await watchNewestEntry(database);
      assertClockNotSetBack(database, clock.now());
    },
  };
}

export async function watchNewestEntry(queries: Queries): Promise<void> {
  const newest = await findNewestTime(queries);
  const newestMs = newestEntryMs.get(queries.cacheKey) ?? 0;
  newestEntryMs.set(queries.cacheKey, Math.max(newestMs, Date.parse(newest ?? '') || 0));
}

/** @throws ClockSetBack if `now` is older than the newest entry that `watchNewestEntry` has seen */
function assertClockNotSetBack({ cacheKey }: Queries, now: Date): void {
  const newestMs = newestEntryMs.get(cacheKey) ?? 0;
  if (now.getTime() < newestMs - disorderMs) throw new ClockSetBack(newestMs);
}

/** Writers share the lock, and `lockLedgerAndAssignPositions` waits for them. Take it last, to hold it only briefly. */
async function lockLedgerToAppend(queries: Queries, campaignId: number): Promise<LedgerState> {
  const ledger = await lockLedgerShared(queries, campaignId);
  assertSameDatabase(queries, ledger);
  return ledger;
}

/** Waits for transactions that are writing, so that what is read of the ledger next has their entries. */
export async function lockLedgerAndAssignPositions(
  queries: Transaction,
  campaignId: number,
): Promise<LedgerState> {
  const [ledger] = await sendInOrder([
    lockLedger(queries, campaignId),
    assignPositions(queries, campaignId),
  ]);
  assertSameDatabase(queries, ledger);
  return ledger;
}

const toleratedMs = 2000;

/**
 * The database's time: ledger entries by two clocks could contradict each other for ever. Between
 * two looks at the database it runs on by a stopwatch, which no setting of the machine's clock moves.
 */
export async function openClock(database: AutocommitQueries, warn: (sentence: string) => void) {
  let originMs = performance.timeOrigin;
  let aheadMs = 0;
  const now = () => new Date(originMs + performance.now());
  const follow = async () => {
    const askedAt = performance.now();
    const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
    const answeredAt = performance.now();
    const slackMs = Math.max(toleratedMs, answeredAt - askedAt);
    const foundOriginMs = Number(row?.at) - (askedAt + answeredAt) / 2;
    if (Math.abs(foundOriginMs - originMs) >= slackMs) originMs = foundOriginMs;
    const foundMs = Date.now() - now().getTime();
    if (Math.abs(foundMs - aheadMs) < slackMs) return;
    aheadMs = foundMs;
    const seconds = Math.round(foundMs / 1000);
    warn(
      Math.abs(foundMs) < toleratedMs
        ? 'This machine’s clock is right again.'
        : `This machine’s clock is off by ${seconds} s: the database’s time is taken.`,
    );
  };
  await follow();
  return { now, follow };
}
