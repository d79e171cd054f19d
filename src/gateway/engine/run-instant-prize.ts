import { claimInstantPrize, lockEstablishment } from '../db/queries/instant-prizes.ts';
import type { EngineRun } from './engine-run.ts';

/**
 * Gives a receipt the first prize whose moment has come, if there is one and one may still be won:
 * `maxRewardsByConsumer` bounds those of a person, `segregateByEstablishment` leaves a shop one.
 */
export const runInstantPrize: EngineRun = async (queries, engine, receipt) => {
  const { id: receiptId, consumer } = receipt;
  const engineId = Number(engine.id);
  const onlyOneAt = engine.details.segregateByEstablishment ? receipt.cnpj : null;
  if (onlyOneAt) await lockEstablishment(queries, onlyOneAt);
  const won = await claimInstantPrize(queries, {
    campaignId: receipt.campaignId,
    engineId,
    receiptId,
    consumerId: consumer.id,
    maximum: engine.details.maxRewardsByConsumer ?? null,
    onlyOneAt,
    now: receipt.now,
  });
  if (!won) return { status: 'REQUESTED', rewarded: false };
  const ledger = {
    type: 'PRIZE_WON' as const,
    engine: engineId,
    receipt: receiptId,
    consumer: consumer.pseudonym,
    ...won,
  };
  const { campaignPrizeId } = won.leaf;
  return { status: 'REQUESTED', rewarded: true, campaignPrizeId, ledger };
};
