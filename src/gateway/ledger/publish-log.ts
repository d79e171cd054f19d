import { readLedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { tileWidth } from '../../rules/log/log-tiles.ts';
import { leafHash } from '../../rules/log/merkle.ts';
import {
  checkpointText,
  isSignedCheckpoint,
  parseNoteKey,
  readCheckpoint,
} from '../../rules/log/signed-note.ts';
import type { Queries } from '../db/database.ts';
import type { Storage } from '../services/storage.ts';
import { assertSameDatabase } from './append-entries.ts';
import { bundleFile, findLogFolder, type LogContext, storeTile, tileFile } from './log-files.ts';
import { logSigner } from './log-key.ts';
import {
  assignPositions,
  findEntriesOfType,
  findLedger,
  findLedgerEntries,
  findLogHead,
  findLogKey,
  hasWaitingEntries,
  replaceLogHead,
  tryLockLedger,
} from './queries.ts';

/** @throws DatabaseBehindLog when the database lacks published entries */
export async function resumeLog(log: LogContext): Promise<void> {
  await assertNoLostEntries(log);
  await storeCheckpoint(log);
  await publishLog(log);
}

/** Every gateway calls it each second: gives new entries their positions and publishes them. */
export async function publishLog(log: LogContext): Promise<void> {
  const { database, campaignId } = log;
  assertSameDatabase(database, await findLedger(database, campaignId));
  if (await hasWaitingEntries(database, campaignId)) {
    await database.transaction(async (queries) => {
      if (await tryLockLedger(queries, campaignId)) await assignPositions(queries, campaignId);
    });
  }
  const { size } = await findLedger(database, campaignId);
  let published = -1;
  while (published < size) {
    const reached = await publishNext(log, size);
    if (reached === published) return;
    published = reached;
  }
}

/** The most entries one checkpoint adds: some megabytes. */
const maxEntriesAtOnce = 16 * tileWidth;

/**
 * Signs only committed entries. Any gateway may run or repeat it: the files come
 * out the same, and a checkpoint only replaces the one it was computed from.
 * @returns how many entries are published afterwards
 */
async function publishNext(log: LogContext, size: number): Promise<number> {
  const { database, campaignId } = log;
  const { size: before, tree, checkpoint: former } = await findLogHead(database, campaignId);
  if (before >= size) return before;
  await assertNoLostEntries(log);
  // Starts at the last bundle, which is not full yet.
  const start = before - (before % tileWidth);
  const limit = Math.min(maxEntriesAtOnce, size - start);
  const rows = await findLedgerEntries(database, { campaignId, from: start, limit });
  const entries = rows.map(({ position, entry }, index) => {
    if (position !== start + index) throw new Error(`The ledger has no entry ${start + index}`);
    return entry;
  });
  const files = { storage: log.storage, folder: await findLogFolder(database, campaignId) };
  // Only now, since a restore between these statements would have mixed two databases.
  assertSameDatabase(database, await findLedger(database, campaignId));
  for (const entry of entries.slice(before - start)) {
    for (const { hashes, ...tile } of tree.add(leafHash(entry))) {
      await storeTile(files, tile, tileFile(hashes));
      if (tile.level !== 0) continue;
      const bundle = entries.slice(tree.size - tileWidth - start, tree.size - start);
      await storeTile(files, { ...tile, level: 'entries' }, await bundleFile(bundle));
    }
  }
  const { origin, sign } = await logSigner(database, campaignId);
  const checkpoint = sign(checkpointText(origin, tree.size, tree.root()));
  await replaceLogHead(database, campaignId, { former, tree, checkpoint });
  await storeCheckpoint(log);
  return (await findLogHead(database, campaignId)).size;
}

interface LostEntries {
  published: number;
  here: number;
  checkpoint: string;
}

/** A database that lacks published entries must not sign others in their place. */
export class DatabaseBehindLog extends Error {
  constructor({ published, here }: LostEntries) {
    super(
      `The public log has ${published} entries, and this database ${here} of them, as after the restore of an older backup: to go on would publish a second history in their places, so restore a newer backup or, without one, do as "Backup and restore" in src/docs/run-a-promotion.md says.`,
    );
  }
}

/**
 * Stores the newest checkpoint beside the log's files, where a restore of the database does not
 * change it. Reads again after each write, so that of several gateways the newest one wins.
 */
async function storeCheckpoint({ database, storage, campaignId }: LogContext): Promise<void> {
  const folder = await findLogFolder(database, campaignId);
  let storedText = '';
  for (;;) {
    const { checkpoint } = await findLogHead(database, campaignId);
    if (checkpoint === storedText) return;
    await storage.put(`${folder}/checkpoint`, Buffer.from(checkpoint));
    storedText = checkpoint;
  }
}

/** Null when nothing published is missing, or an entry in the log explains what was lost. */
export async function findLostEntries(
  queries: Queries,
  storage: Storage,
  campaignId: number,
): Promise<LostEntries | null> {
  const folder = await findLogFolder(queries, campaignId);
  const bytes =
    (await storage.get(`${folder}/checkpoint`)) ??
    // Earlier versions had one place for the checkpoints of all logs.
    (await storage.get(`log/${campaignId}/checkpoint`));
  const checkpoint = new TextDecoder().decode(bytes ?? new Uint8Array());
  const published = readCheckpoint(checkpoint);
  // Read after the stored checkpoint: other gateways write to the database first.
  const head = await findLogHead(queries, campaignId);
  if (!published || published.size < head.size || checkpoint === head.checkpoint) return null;
  if (!(await isOfThisLog(queries, campaignId, checkpoint))) return null;
  const restores = await findEntriesOfType(queries, campaignId, 'LOG_RESTORED');
  const isDeclared = restores.map(readLedgerEntry).some((entry) => {
    return entry?.type === 'LOG_RESTORED' && entry.published === checkpoint;
  });
  return isDeclared ? null : { published: published.size, here: head.size, checkpoint };
}

async function assertNoLostEntries(log: LogContext): Promise<void> {
  const lost = await findLostEntries(log.database, log.storage, log.campaignId);
  if (lost) throw new DatabaseBehindLog(lost);
}

/** The storage may hold files of another database, whose log has another key. */
async function isOfThisLog(queries: Queries, campaignId: number, checkpoint: string) {
  const text = await findLogKey(queries, campaignId);
  const key = text === null ? null : parseNoteKey(text);
  return key !== null && (await isSignedCheckpoint(checkpoint, key));
}
