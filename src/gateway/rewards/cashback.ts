import type { EngineDetails } from '../../contract/engines.ts';
import { cashbackEarned, cashbackOfAll } from '../../rules/rewards/cashback.ts';
import { cashbackMessage } from '../../rules/sentences/receipt-messages.ts';
import type { Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import type { EngineRun } from './engine.ts';
import { findReceiptsAwaitingFund, lockFund, reserveFund, sumCashback } from './queries.ts';

/**
 * No receipt's cashback is cut while money that others have reserved may still come back to the
 * fund, as it does when they are refused. It waits for its approval in place of being cut, and what
 * comes back goes first to the receipts that have waited longest.
 */
export const earnCashback: EngineRun = async (queries, { engine, key: fund }, receipt) => {
  const { consumer, totalCentavos } = receipt;
  const ofConsumer = await sumCashback(queries, {
    consumerId: consumer.id,
    engineId: fund.engineId,
  });
  const { reserved, provisional } = await lockFund(queries, fund);
  const cashbackIf = (fundUsed: number) =>
    cashbackEarned(totalCentavos, engine.details, {
      consumerAmount: ofConsumer.amount,
      consumerReceipts: ofConsumer.receipts,
      campaignAmount: fundUsed,
    });
  const fullValue = cashbackIf(0).value;
  const { value, blocker } = cashbackIf(reserved);
  if (value < fullValue && provisional > 0) return { status: 'TO_REQUEST' };
  const isCutIf = (awaited: number) => cashbackIf(reserved + awaited).value < fullValue;
  const awaiting = { fund, beforeReceipt: receipt.id, details: engine.details };
  if (await isCutByAwaiting(queries, awaiting, isCutIf)) return { status: 'TO_REQUEST' };
  if (blocker) {
    const message = cashbackMessage(blocker);
    return { status: 'NOT_ELIGIBLE', errorCode: blocker, ...(message ? { message } : {}) };
  }
  await reserveFund(queries, { ...fund, receiptId: receipt.id, centavos: value });
  return { status: 'REQUESTED', rewarded: value > 0, cashbackCentavos: value };
};

const receiptsPerPage = 100;

/** True if earlier receipts that await the fund may need so much of it that `isCutIf` holds. */
async function isCutByAwaiting(
  queries: Queries,
  {
    fund,
    beforeReceipt,
    details,
  }: { fund: EngineKey; beforeReceipt: number; details: EngineDetails },
  isCutIf: (awaited: number) => boolean,
): Promise<boolean> {
  const earlier = { ...fund, before: beforeReceipt, limit: receiptsPerPage };
  let awaited = 0;
  let page = await findReceiptsAwaitingFund(queries, { ...earlier, after: 0 });
  while (page.length > 0) {
    const totals = page.map(({ total }) => total);
    awaited += cashbackOfAll(totals, details);
    if (awaited > 0 && isCutIf(awaited)) return true;
    const after = page.at(-1)?.id ?? beforeReceipt;
    page = await findReceiptsAwaitingFund(queries, { ...earlier, after });
  }
  return false;
}
