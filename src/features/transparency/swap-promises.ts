import { replaceInclusionPromise, storedInclusionPromises } from '../../client/ledger-promises.ts';
import {
  findLeaves,
  formatProof,
  type InclusionPromise,
  readInclusionPromise,
} from '../../rules/log/evidence.ts';
import {
  pathFromTiles,
  readBundle,
  readTile,
  type Tile,
  tilePath,
  tileWidth,
} from '../../rules/log/log-tiles.ts';
import { fromBase64, readCheckpoint } from '../../rules/log/signed-note.ts';
import type { ReadLogFile } from '../../rules/verification/check-log.ts';

/** Replaces each stored note by proofs of its entries, once they are published. */
export async function swapInclusionPromises(
  checkpoint: string,
  readFile: ReadLogFile,
): Promise<void> {
  for (const { text } of storedInclusionPromises()) {
    const promise = readInclusionPromise(text);
    const proofs = promise && (await proofsOf(promise, checkpoint, readFile));
    if (proofs) replaceInclusionPromise(text, proofs);
  }
}

/** Null while an entry is not published. */
async function proofsOf(
  { leaves, from }: InclusionPromise,
  checkpoint: string,
  readFile: ReadLogFile,
): Promise<string[] | null> {
  const { size } = readCheckpoint(checkpoint) ?? { size: 0 };
  const loadTile = async (tile: Tile) => readTile(await readFile(tilePath(tile)));
  const hashes = leaves.flatMap((leaf) => fromBase64(leaf) ?? []);
  const indexes = await findLeaves(hashes, { from, size }, loadTile);
  return (
    indexes &&
    Promise.all(
      indexes.map(async (index) => {
        const entry = await readEntry(index, size, readFile);
        return formatProof({
          entry,
          index,
          path: await pathFromTiles(index, size, loadTile),
          checkpoint,
        });
      }),
    )
  );
}

async function readEntry(position: number, size: number, readFile: ReadLogFile): Promise<string> {
  const index = Math.floor(position / tileWidth);
  const width = Math.min(tileWidth, size - index * tileWidth);
  const entries = readBundle(await readFile(tilePath({ level: 'entries', index, width })));
  return new TextDecoder().decode(entries[position % tileWidth]);
}
