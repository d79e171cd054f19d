import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { formatTile, readTile, TiledTree } from '../../rules/log-tiles.ts';
import type { Queries } from '../db/database.ts';
import { Unavailable } from '../failures.ts';

/** The published part of a log. */
interface LogHead {
  size: number;
  tree: TiledTree;
  /** A signed note; empty before the first one. */
  checkpoint: string;
}

export async function findLogHead(queries: Queries, campaignId: number): Promise<LogHead> {
  const [head] = await queries.query<{ size: number; openTiles: string[]; checkpoint: string }>(
    'select size, open_tiles as "openTiles", checkpoint from log_heads where campaign_id = $1',
    [campaignId],
  );
  if (!head) throw new Error(`Campaign ${campaignId} has no log`);
  const { size, openTiles, checkpoint } = head;
  const open = openTiles.map((hex) => readTile(hexToBytes(hex)));
  return { size, tree: new TiledTree(size, open), checkpoint };
}

export async function findLogs(queries: Queries): Promise<number[]> {
  const rows = await queries.query<{ id: number }>('select campaign_id as id from log_heads');
  return rows.map(({ id }) => id);
}

/** @throws Unavailable before anything is published */
export async function findPublishedHead(queries: Queries, campaignId: number): Promise<LogHead> {
  const head = await findLogHead(queries, campaignId);
  if (head.size === 0) throw new Unavailable('log');
  return head;
}

/** @returns false when another gateway has published after `before` was read */
export async function replaceLogHead(
  queries: Queries,
  campaignId: number,
  { before, tree, checkpoint }: { before: number; tree: TiledTree; checkpoint: string },
): Promise<boolean> {
  const open = tree.open.map((hashes) => bytesToHex(formatTile(hashes)));
  const rows = await queries.query(
    `update log_heads set size = $3, open_tiles = $4, checkpoint = $5
     where campaign_id = $1 and size = $2 returning campaign_id`,
    [campaignId, before, tree.size, open, checkpoint],
  );
  return rows.length === 1;
}
