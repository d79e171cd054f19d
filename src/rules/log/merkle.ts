import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The tree of RFC 6962 (9162, section 2.1.1): 0x00 before a leaf, 0x01 before a node's hashes. */
const ofLeaf = Uint8Array.of(0);
const ofNode = Uint8Array.of(1);

export function leafHash(leaf: string | Uint8Array): Uint8Array {
  const bytes = typeof leaf === 'string' ? utf8ToBytes(leaf) : leaf;
  return sha256.create().update(ofLeaf).update(bytes).digest();
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(ofNode).update(left).update(right).digest();
}

/** @param hashes leaves, or nodes of one level; the last node may cover fewer leaves */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  return levelsOf(hashes).at(-1)?.[0] ?? sha256(new Uint8Array());
}

/** The sibling hashes on the path from one of the hashes up to their root. */
export function proofPath(hashes: readonly Uint8Array[], index: number): Uint8Array[] {
  return pathIn(levelsOf(hashes), index);
}

interface MerkleTree {
  root: string;
  proofOf(index: number): string[];
}

/** Takes texts, returns hexadecimal. @throws RangeError for the proof of a missing leaf. */
export function merkleTree(leaves: readonly string[]): MerkleTree {
  const levels = levelsOf(leaves.map(leafHash));
  return {
    root: bytesToHex(levels.at(-1)?.[0] ?? rootOf([])),
    proofOf: (index) => pathIn(levels, index).map(bytesToHex),
  };
}

/** The last hash of an odd level moves up unchanged. */
function levelsOf(hashes: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [hashes];
  for (let level = hashes; level.length > 1; level = levels.at(-1) ?? [])
    levels.push(joined(level));
  return levels;
}

function joined(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]];
    if (left) above.push(right ? nodeHash(left, right) : left);
  }
  return above;
}

function pathIn(levels: readonly (readonly Uint8Array[])[], index: number): Uint8Array[] {
  if (levels[0]?.[index] === undefined) throw new RangeError(`There is no leaf ${index}`);
  return levels.flatMap((level, height) => level[Math.floor(index / 2 ** height) ^ 1] ?? []);
}

/** Where a leaf is said to be: `proof` and `root` in hexadecimal. */
interface InclusionClaim {
  index: number;
  size: number;
  proof: readonly string[];
  root: string;
}

/** Whether a text is at `index` in the list of `size` texts with this root (RFC 9162, 2.1.3.2). */
export function isInTree(
  text: string | Uint8Array,
  { index, size, proof, root }: InclusionClaim,
): boolean {
  if (!Number.isInteger(index) || index < 0 || index >= size) return false;
  let hash = leafHash(text);
  let nodeIndex = index;
  let last = size - 1;
  const nodes = [...proof];
  while (last > 0) {
    if (nodeIndex % 2 === 1 || nodeIndex < last) {
      const neighbour = nodeOf(nodes.shift());
      if (!neighbour) return false;
      hash = nodeIndex % 2 === 1 ? nodeHash(neighbour, hash) : nodeHash(hash, neighbour);
    }
    nodeIndex = Math.floor(nodeIndex / 2);
    last = Math.floor(last / 2);
  }
  return nodes.length === 0 && bytesToHex(hash) === root;
}

function nodeOf(text: string | undefined): Uint8Array | null {
  return text && /^[0-9a-f]{64}$/.test(text) ? hexToBytes(text) : null;
}
