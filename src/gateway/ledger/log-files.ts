import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { formatProof } from '../../rules/log/evidence.ts';
import {
  formatBundle,
  formatTile,
  pathFromTiles,
  readTile,
  readTilePath,
  type Tile,
  tilePath,
  tileWidth,
} from '../../rules/log/log-tiles.ts';
import { leafHash, rootOf } from '../../rules/log/merkle.ts';
import { readCheckpoint } from '../../rules/log/signed-note.ts';
import type { Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import type { Storage } from '../services/storage.ts';
import {
  findLedgerEntries,
  findLogHead,
  findLogKey,
  findPublishedHead,
  findPublishedSize,
  type LedgerRow,
} from './queries.ts';

export type LogContext = Pick<Gateway, 'database' | 'storage' | 'campaignId'>;

/** Bundles of entries are stored and sent as gzip, whatever the client accepts. */
export const isCompressed = ({ level }: Tile) => level === 'entries';

/** Named after the log's key, so that a database created anew replaces no files of a lost one. */
export async function findLogFolder(queries: Queries, campaignId: number): Promise<string> {
  const [, keyId = ''] = (await findLogKey(queries, campaignId))?.split('+') ?? [];
  return `log/${campaignId}/${keyId}`;
}

export async function storeTile(
  { storage, folder }: { storage: Storage; folder: string },
  tile: Tile,
  bytes: Uint8Array,
): Promise<void> {
  await storage.put(fileKey(folder, tile), bytes);
}

function fileKey(folder: string, tile: Tile): string {
  return `${folder}/${tilePath(tile)}`;
}

const compress = promisify(gzip);

export async function bundleFile(entries: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(formatBundle(entries)));
}

export function tileFile(hashes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(formatTile(hashes));
}

/** Rebuilds a lost file from the database. Null for a file that this log does not have (yet). */
export async function findLogFile(
  log: LogContext,
  path: string,
): Promise<{ tile: Tile; bytes: Uint8Array<ArrayBuffer> } | null> {
  const tile = readTilePath(path);
  // Checked first, so that made-up paths cause no reads of the storage.
  if (!tile || !isWithin(tile, await findPublishedSize(log.database, log.campaignId))) {
    return null;
  }
  const folder = await findLogFolder(log.database, log.campaignId);
  const isFull = tile.width === tileWidth;
  const storedBytes = isFull ? await log.storage.get(fileKey(folder, tile)) : null;
  if (storedBytes) return { tile, bytes: storedBytes };
  const openHashes = await findOpenHashes(log, tile);
  if (openHashes) return { tile, bytes: tileFile(openHashes) };
  if (tile.level !== 'entries' && !isFull) return cutFromFullTile(log, tile);
  const bytes = await fileFromDatabase(log, tile);
  if (isFull) await storeTile({ storage: log.storage, folder }, tile, bytes);
  return { tile, bytes };
}

function isWithin({ level, index, width }: Tile, size: number): boolean {
  const height = level === 'entries' ? 0 : level;
  return Math.floor(size / tileWidth ** height) >= index * tileWidth + width;
}

/** The head holds the hashes of tiles that are not full. Null for a full tile, and for entries. */
async function findOpenHashes(log: LogContext, { level, index, width }: Tile) {
  if (level === 'entries') return null;
  const { size, tree } = await findLogHead(log.database, log.campaignId);
  const completeHashes = Math.floor(size / tileWidth ** (level + 1)) * tileWidth;
  const isOpen = index * tileWidth + width > completeHashes;
  return isOpen ? (tree.open[level] ?? []).slice(0, width) : null;
}

async function cutFromFullTile(log: LogContext, tile: Tile) {
  const full = await findLogFile(log, tilePath({ ...tile, width: tileWidth }));
  return full && { tile, bytes: tileFile(readTile(full.bytes).slice(0, tile.width)) };
}

async function fileFromDatabase(
  log: LogContext,
  { level, index, width }: Tile,
): Promise<Uint8Array<ArrayBuffer>> {
  if (level === 'entries' || level === 0) {
    const { database, campaignId } = log;
    const page = { campaignId, from: index * tileWidth, limit: width };
    const entries = (await findLedgerEntries(database, page)).map(({ entry }) => entry);
    return level === 0 ? tileFile(entries.map(leafHash)) : bundleFile(entries);
  }
  const hashes = [];
  for (let at = index * tileWidth; hashes.length < width; at += 1) {
    const below = { level: level - 1, index: at, width: tileWidth };
    const file = await findLogFile(log, tilePath(below));
    if (!file) throw new Error(`${tilePath(below)} cannot be made`);
    hashes.push(rootOf(readTile(file.bytes)));
  }
  return tileFile(hashes);
}

/** A self-contained proof, as a file, that an entry is in the published log. */
export async function proveEntry(
  log: LogContext,
  { position, entry }: LedgerRow,
): Promise<{ proof: string; root: string }> {
  const { size, checkpoint } = await findPublishedHead(log.database, log.campaignId);
  const path = await pathFromTiles(position, size, async (tile) => {
    const file = await findLogFile(log, tilePath(tile));
    if (!file) throw new Error(`${tilePath(tile)} is missing`);
    return readTile(file.bytes);
  });
  const proof = formatProof({ entry, index: position, path, checkpoint });
  return { proof, root: readCheckpoint(checkpoint)?.root ?? '' };
}
