import { pointsEarned } from '../../rules/points.ts';
import type { EngineRun } from './engine-run.ts';

/** Promises a receipt its points; moderation credits them. */
export const runPoints: EngineRun = async (_queries, engine, receipt) => {
  const points = pointsEarned(receipt.totalCentavos, engine.details.pointsMonetaryFactor ?? 1);
  return points === 0
    ? { status: 'NOT_ELIGIBLE' }
    : { status: 'REQUESTED', rewarded: true, points };
};
