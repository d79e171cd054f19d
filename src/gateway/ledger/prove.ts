import { readCheckpoint } from '../../rules/checkpoint.ts';
import { formatProof } from '../../rules/log-proof.ts';
import { pathFromTiles, readTile, tilePath } from '../../rules/log-tiles.ts';
import { findLogFile, type LogPlace } from './log-files.ts';
import { findPublishedHead } from './log-head.ts';
import type { LedgerRow } from './queries.ts';

/** A self-contained proof, as a file, that an entry stands in the published log. */
export async function proveEntry(
  place: LogPlace,
  { position, entry }: LedgerRow,
): Promise<{ proof: string; root: string }> {
  const { size, checkpoint } = await findPublishedHead(place.database, place.campaignId);
  const path = await pathFromTiles(position, size, async (tile) => {
    const file = await findLogFile(place, tilePath(tile));
    if (!file) throw new Error(`${tilePath(tile)} is missing`);
    return readTile(file.bytes);
  });
  const proof = formatProof({ entry, index: position, path, checkpoint });
  return { proof, root: readCheckpoint(checkpoint)?.root ?? '' };
}
