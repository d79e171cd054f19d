import { cashbackEarned } from '../../rules/cashback.ts';
import { cashbackMessage } from '../../rules/messages.ts';
import { lockFund, reserveFund } from '../db/queries/cashback.ts';
import { sumCashback } from '../db/queries/engine-orders.ts';
import type { EngineRun } from './engine-run.ts';

/** Promises a receipt its cashback out of the fund; moderation credits it. */
export const runCashback: EngineRun = async (queries, engine, receipt) => {
  const { campaignId, consumer } = receipt;
  const engineId = Number(engine.id);
  const soFar = await sumCashback(queries, { consumerId: consumer.id, engineId });
  const { value, refusal } = cashbackEarned(receipt.totalCentavos, engine.details, {
    consumerAmount: soFar.amount,
    consumerCoupons: soFar.coupons,
    campaignAmount: await lockFund(queries, { campaignId, engineId }),
  });
  if (refusal) {
    const message = cashbackMessage(refusal);
    return { status: 'NOT_ELIGIBLE', errorCode: refusal, ...(message ? { message } : {}) };
  }
  await reserveFund(queries, { campaignId, engineId, centavos: value });
  return { status: 'REQUESTED', rewarded: value > 0, cashbackCentavos: value };
};
