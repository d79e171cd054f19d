import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ReadTile, tileWidth } from './log-tiles.ts';
import { isInTree } from './merkle.ts';
import { fromBase64, readCheckpoint, type TreeHead, toBase64 } from './signed-note.ts';

/** C2SP (c2sp.org/tlog-proof): an entry, its position, its path to the root, a checkpoint. */
interface LogProof {
  entry: string;
  index: number;
  path: readonly Uint8Array[];
  checkpoint: string;
}

const heading = 'c2sp.org/tlog-proof@v1';

/** The proof carries the entry's text as its extra data. */
export function formatProof({ entry, index, path, checkpoint }: LogProof): string {
  const extra = `extra ${toBase64(utf8ToBytes(entry))}`;
  return [heading, extra, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n');
}

const proof =
  /^c2sp\.org\/tlog-proof@v1\nextra ([\w+/]+={0,2})\nindex (0|[1-9]\d{0,14})\n((?:[\w+/]{43}=\n)*)\n([\s\S]+)$/;

/** Positions of leaves in the part of a log from `from` on; null while one of them is not there. */
export async function findLeaves(
  leaves: readonly Uint8Array[],
  { from, size }: { from: number; size: number },
  readTile: ReadTile,
): Promise<number[] | null> {
  const wantedLeaves = leaves.map(toBase64);
  const foundLeaves = new Map<string, number>();
  for (let index = Math.floor(from / tileWidth); index * tileWidth < size; index += 1) {
    const width = Math.min(tileWidth, size - index * tileWidth);
    for (const [offset, hash] of (await readTile({ level: 0, index, width })).entries()) {
      const position = index * tileWidth + offset;
      if (position >= from) foundLeaves.set(toBase64(hash), position);
    }
    const positions = wantedLeaves.flatMap((leaf) => foundLeaves.get(leaf) ?? []);
    if (positions.length === wantedLeaves.length) return positions;
  }
  return null;
}

interface ReadProof {
  entry: Uint8Array;
  index: number;
  path: string[];
  checkpoint: string;
  head: TreeHead;
}

/** Null for other text, and when the path does not lead to the checkpoint's root. */
export function readProof(text: string): ReadProof | null {
  const [, extra = '', index, hashes = '', checkpoint = ''] = proof.exec(text) ?? [];
  const entry = fromBase64(extra);
  const head = readCheckpoint(checkpoint);
  if (index === undefined || !entry || !head) return null;
  const path = hashes.split('\n').flatMap((hash) => (hash ? hexOf(hash) : []));
  const read = { entry, index: Number(index), path, checkpoint, head };
  const claim = { index: read.index, size: head.size, proof: path, root: head.root };
  return isInTree(entry, claim) ? read : null;
}

function hexOf(base64: string): string {
  return bytesToHex(fromBase64(base64) ?? new Uint8Array());
}
