import { claimInstantPrize } from '../db/queries/instant-prizes.ts';
import type { EngineRun } from './engine-run.ts';

/** Gives a receipt the first prize whose moment has come, if there is one and one may still be won. */
export const runInstantPrize: EngineRun = async (queries, engine, receipt) => {
  const campaignPrizeId = await claimInstantPrize(queries, {
    campaignId: receipt.campaignId,
    engineId: Number(engine.id),
    receiptId: receipt.id,
    consumerId: receipt.consumer.id,
    maximum: engine.details.maxRewardsByConsumer ?? null,
    now: receipt.now,
  });
  return campaignPrizeId === null
    ? { status: 'REQUESTED', rewarded: false }
    : { status: 'REQUESTED', rewarded: true, campaignPrizeId };
};
