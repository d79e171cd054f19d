import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export interface MerkleTree {
  root: string;
  proofOf(index: number): string[];
}

const ofLeaf = Uint8Array.of(0);
const ofNode = Uint8Array.of(1);

/**
 * The tree of RFC 9162, section 2.1.1, with SHA-256: byte 0x00 before a leaf's text, 0x01 before
 * the two hashes of a node; the last one of an odd level goes up as it is.
 * @throws RangeError for the proof of a leaf that is not there.
 */
export function merkleTree(leaves: readonly string[]): MerkleTree {
  const levels = [leaves.map(leafHash)];
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    levels.push(joined(level));
  }
  const root = levels.at(-1)?.[0] ?? sha256(new Uint8Array());
  return {
    root: bytesToHex(root),
    proofOf(index) {
      if (levels[0]?.[index] === undefined) throw new RangeError(`There is no leaf ${index}`);
      return levels.flatMap((level, height) => {
        const neighbour = level[Math.floor(index / 2 ** height) ^ 1];
        return neighbour ? [bytesToHex(neighbour)] : [];
      });
    },
  };
}

/** Whether a text stands at `index` in the list of `size` texts that has this root (RFC 9162, section 2.1.3.2). */
export function isInTree(
  text: string,
  {
    index,
    size,
    proof,
    root,
  }: { index: number; size: number; proof: readonly string[]; root: string },
): boolean {
  if (!Number.isInteger(index) || index < 0 || index >= size) return false;
  let hash = leafHash(text);
  let place = index;
  let last = size - 1;
  const nodes = [...proof];
  while (last > 0) {
    if (place % 2 === 1 || place < last) {
      const neighbour = nodeOf(nodes.shift());
      if (!neighbour) return false;
      hash = place % 2 === 1 ? nodeHash(neighbour, hash) : nodeHash(hash, neighbour);
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return nodes.length === 0 && bytesToHex(hash) === root;
}

function nodeOf(text: string | undefined): Uint8Array | null {
  return text && /^[0-9a-f]{64}$/.test(text) ? hexToBytes(text) : null;
}

function joined(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]];
    if (left) above.push(right ? nodeHash(left, right) : left);
  }
  return above;
}

function leafHash(text: string): Uint8Array {
  return sha256(concatBytes(ofLeaf, utf8ToBytes(text)));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(ofNode, left, right));
}
