import { findLedgerEntries, findLogHead } from '../../src/gateway/ledger/queries.ts';
import { TiledTree } from '../../src/rules/log/log-tiles.ts';
import { leafHash } from '../../src/rules/log/merkle.ts';
import { checkpointText } from '../../src/rules/log/signed-note.ts';
import type { TestGateway } from './gateway.ts';

/**
 * All entries of a gateway's ledger after the one that opens it, published and parsed; throws for
 * places that are left out, and for a checkpoint of another tree.
 */
export async function readLedger({
  gateway: { snapshot, database },
  publishLog,
}: Pick<TestGateway, 'gateway' | 'publishLog'>): Promise<Record<string, unknown>[]> {
  await publishLog();
  const campaignId = Number(snapshot.campaign.id);
  const rows = await findLedgerEntries(database, { campaignId, from: 0, limit: 1_000_000 });
  const tree = new TiledTree();
  for (const { position, entry } of rows) {
    if (position !== tree.size) throw new Error(`There is no entry ${tree.size}`);
    tree.add(leafHash(entry));
  }
  const { checkpoint } = await findLogHead(database, campaignId);
  const [origin = ''] = checkpoint.split('\n');
  const text = checkpointText(origin, tree.size, tree.root());
  if (!checkpoint.startsWith(text)) throw new Error('The checkpoint is of another tree');
  return rows.slice(1).map(({ entry }) => JSON.parse(entry));
}
