import { parseSnapshot } from '../../campaign/snapshot.ts';
import type { Engine } from '../../contract/engines.ts';
import type { LedgerEntry } from '../../rules/ledger-entries.ts';
import type { Queries } from '../db/database.ts';
import { findCampaign } from '../db/queries/campaigns.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import { endWaitingOrders, findEngineOrders } from '../rewards/engine-order-queries.ts';
import { runEngines, writeResults } from '../rewards/run.ts';
import { findLines, type ReceiptRecord } from './queries.ts';

/** True when engines wait for the receipt's approval. Call it with the receipt's row locked. */
export async function earnsByApproval(queries: Queries, receiptId: number): Promise<boolean> {
  return (await waitingEngines(queries, receiptId)).size > 0;
}

/** Runs the waiting engines with the campaign's current rules. @returns entries for the ledger */
export async function earnNow(
  queries: Queries,
  { id, campaignId, consumerId, cnpj, totalCentavos }: ReceiptRecord,
  now: Date,
): Promise<LedgerEntry[]> {
  const waiting = await waitingEngines(queries, id);
  const engines = await campaignEngines(queries, campaignId);
  const consumer = await lockConsumer(queries, consumerId);
  const lines = await findLines(queries, id);
  const receipt = { id, campaignId, consumer, cnpj, totalCentavos, lines, isProven: true, now };
  const results = await runEngines(
    queries,
    engines.filter((engine) => waiting.has(Number(engine.id))),
    receipt,
  );
  await writeResults(queries, receipt, results);
  await endWaitingOrders(queries, id);
  return results.entries;
}

export async function waitingEngines(
  queries: Queries,
  receiptId: number,
): Promise<ReadonlySet<number>> {
  const orders = await findEngineOrders(queries, [receiptId]);
  const waiting = orders.filter(({ status }) => status === 'TO_REQUEST');
  return new Set(waiting.map(({ engineId }) => engineId));
}

async function campaignEngines(queries: Queries, campaignId: number): Promise<Engine[]> {
  const row = await findCampaign(queries, campaignId);
  return parseSnapshot(row?.snapshot, 'the database').campaign.engines;
}
