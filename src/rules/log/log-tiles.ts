import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { proofPath, rootOf } from './merkle.ts';

/** C2SP (c2sp.org/tlog-tiles): a log as files that never change, of 256 hashes or entries each. */

export const tileWidth = 256;
const hashLength = 32;
/** An entry's length is written in two bytes. */
export const maxEntryBytes = 65_535;

export interface Tile {
  /** 0 for leaves. On every higher level, each hash covers a full tile of the level below. */
  level: number | 'entries';
  index: number;
  /** 256, or fewer while the log ends in it. */
  width: number;
}

/** Such as `tile/0/x001/x234/067.p/8`, relative to the log's address. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g) ?? [];
  const groupPath = groups
    .map((group, at) => (at < groups.length - 1 ? `x${group}` : group))
    .join('/');
  return `tile/${level}/${groupPath}${width < tileWidth ? `.p/${width}` : ''}`;
}

const path = /^tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

export function readTilePath(text: string): Tile | null {
  const [, level, groupPath = '', width] = path.exec(text) ?? [];
  if (level === undefined) return null;
  const tile = {
    level: level === 'entries' ? ('entries' as const) : Number(level),
    index: Number(groupPath.replaceAll(/\D/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  return tilePath(tile) === text && Number.isSafeInteger(tile.index) ? tile : null;
}

export type ReadTile = (tile: Tile & { level: number }) => Promise<readonly Uint8Array[]>;

export function formatTile(hashes: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...hashes);
}

export function readTile(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(bytes.length / hashLength) }, (_, index) =>
    bytes.subarray(index * hashLength, (index + 1) * hashLength),
  );
}

export function formatBundle(entries: readonly string[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      const bytes = utf8ToBytes(entry);
      return [Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes];
    }),
  );
}

/** Bytes after the last complete entry count as an entry too, so that they do not go unnoticed. */
export function readBundle(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

/** The tree of a growing log. Of each level it keeps only the tile that is not full yet. */
export class TiledTree {
  readonly #open: Uint8Array[][];
  #size: number;

  constructor(size = 0, open: readonly (readonly Uint8Array[])[] = []) {
    this.#size = size;
    this.#open = open.map((hashes) => [...hashes]);
  }

  get size(): number {
    return this.#size;
  }

  get open(): readonly (readonly Uint8Array[])[] {
    return this.#open;
  }

  /** @returns the tiles that are full now, the lowest level first */
  add(leaf: Uint8Array): (Tile & { hashes: readonly Uint8Array[] })[] {
    this.#size += 1;
    const full = [];
    let hash = leaf;
    for (let level = 0, count = this.#size; ; level += 1, count /= tileWidth) {
      const hashes = this.#open[level] ?? [];
      this.#open[level] = hashes;
      hashes.push(hash);
      if (hashes.length < tileWidth) return full;
      full.push({ level, index: count / tileWidth - 1, width: tileWidth, hashes });
      this.#open[level] = [];
      hash = rootOf(hashes);
    }
  }

  root(): Uint8Array {
    let below: Uint8Array[] = [];
    for (const hashes of this.#open) {
      const all = [...hashes, ...below];
      below = all.length > 0 ? [rootOf(all)] : [];
    }
    return below[0] ?? rootOf([]);
  }
}

/** The sibling hashes on the path from an entry to the root. Reads a few tiles, not the log. */
export async function pathFromTiles(
  index: number,
  size: number,
  read: ReadTile,
): Promise<Uint8Array[]> {
  const hashPath: Uint8Array[] = [];
  let below: Uint8Array[] = [];
  for (let level = 0, count = size, node = index; ; level += 1) {
    const last = Math.floor(count / tileWidth);
    const width = count % tileWidth;
    const open = width > 0 ? await read({ level, index: last, width }) : [];
    const ending = [...open, ...below];
    const tile = Math.floor(node / tileWidth);
    const hashes = tile === last ? ending : await read({ level, index: tile, width: tileWidth });
    hashPath.push(...proofPath(hashes, node % tileWidth));
    if (last === 0) return hashPath;
    below = ending.length > 0 ? [rootOf(ending)] : [];
    count = last;
    node = tile;
  }
}
