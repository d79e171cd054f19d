import { tileWidth } from '../../rules/log-tiles.ts';
import { leafHash } from '../../rules/merkle.ts';
import { checkpointText } from '../../rules/signed-note.ts';
import {
  findLedger,
  findLedgerEntries,
  isAnythingWaiting,
  lockLedgerIfFree,
  placeEntries,
} from './entries.ts';
import { keepTile, type LogPlace } from './log-files.ts';
import { findLogHead, replaceLogHead } from './log-head.ts';
import { logSigner } from './log-key.ts';
import { keepCheckpoint, refuseSecondHistory } from './published-checkpoint.ts';

/** @throws LogIsBehind when the database lacks published entries */
export async function openLog(place: LogPlace): Promise<void> {
  await refuseSecondHistory(place);
  await keepCheckpoint(place);
  await sealLog(place);
}

/** Every gateway calls it each second: gives new entries their positions and publishes them. */
export async function sealLog(place: LogPlace): Promise<void> {
  const { database, campaignId } = place;
  if (await isAnythingWaiting(database, campaignId)) {
    await database.transaction(async (queries) => {
      if (await lockLedgerIfFree(queries, campaignId)) await placeEntries(queries, campaignId);
    });
  }
  const { size } = await findLedger(database, campaignId);
  for (let published = -1; published < size; ) {
    const now = await publishNext(place, size);
    if (now === published) return;
    published = now;
  }
}

/** Entries that one checkpoint adds at most: some megabytes. */
const most = 16 * tileWidth;

/**
 * Signs only committed entries. Any gateway may run it, also again after a failure: the files come
 * out the same, and a checkpoint is stored only over the one that it was computed from.
 * @returns how many entries are published afterwards
 */
async function publishNext(place: LogPlace, size: number): Promise<number> {
  const { database, campaignId } = place;
  const { size: before, tree } = await findLogHead(database, campaignId);
  if (before >= size) return before;
  await refuseSecondHistory(place);
  // Starts at the last bundle, which is not full yet.
  const start = before - (before % tileWidth);
  const limit = Math.min(most, size - start);
  const rows = await findLedgerEntries(database, { campaignId, from: start, limit });
  const entries = rows.map(({ position, entry }, index) => {
    if (position !== start + index) throw new Error(`The ledger has no entry ${start + index}`);
    return entry;
  });
  for (const entry of entries.slice(before - start)) {
    for (const { hashes, ...tile } of tree.add(leafHash(entry))) {
      await keepTile(place, tile, hashes);
      if (tile.level !== 0) continue;
      const bundle = entries.slice(tree.size - tileWidth - start, tree.size - start);
      await keepTile(place, { ...tile, level: 'entries' }, bundle);
    }
  }
  const { origin, sign } = await logSigner(database, campaignId);
  const checkpoint = sign(checkpointText(origin, tree.size, tree.root()));
  await replaceLogHead(database, campaignId, { before, tree, checkpoint });
  await keepCheckpoint(place);
  return (await findLogHead(database, campaignId)).size;
}
