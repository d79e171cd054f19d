import { findLedger, findLedgerEntries } from '../../src/gateway/ledger/queries.ts';
import { emptyLedger, ledgerLine, readLedgerLine } from '../../src/rules/ledger.ts';
import type { TestGateway } from './gateway.ts';

/** All entries of a gateway's ledger, parsed; throws for a chain that is broken or ends elsewhere. */
export async function readLedger({
  gateway: { campaign, database },
}: TestGateway): Promise<Record<string, unknown>[]> {
  const campaignId = Number(campaign.campaign.id);
  const rows = await findLedgerEntries(database, { campaignId, after: 0, limit: 1_000_000 });
  let head = emptyLedger;
  const entries = rows.map((row) => {
    const read = readLedgerLine(ledgerLine(row, row.entry), head);
    if (!read) throw new Error(`Entry ${head.position + 1} does not follow`);
    head = read.head;
    return JSON.parse(read.entry);
  });
  const { position, hash } = await findLedger(database, campaignId);
  if (position !== head.position || hash !== head.hash) throw new Error('The head is elsewhere');
  return entries;
}
