import type { Engine } from '../../contract/engines.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import type { EngineType } from '../../rules/rewards/engines.ts';
import { pointsEarned } from '../../rules/rewards/points.ts';
import { onApprovalText } from '../../rules/sentences/receipt-messages.ts';
import type { Queries } from '../db/database.ts';
import { earnCashback } from './cashback.ts';
import {
  type EarningReceipt,
  type EngineOutcome,
  type EngineRun,
  engineOrderAnswers,
} from './engine.ts';
import { earnInstantPrize } from './instant-prizes.ts';
import { insertLuckyNumbers, type NewLuckyNumber } from './lucky-number-queries.ts';
import { earnLuckyNumbers } from './lucky-numbers.ts';
import { type EngineOrderRecord, findCarriedCentavos, insertEngineOrders } from './queries.ts';

const earnPoints: EngineRun = async (queries, engine, receipt) => {
  const factor = engine.details.pointsMonetaryFactor ?? 1;
  const carriedBefore = await findCarriedCentavos(queries, receipt.consumer.id, engine);
  const reached = carriedBefore + receipt.totalCentavos;
  const points = pointsEarned(reached, factor);
  const carriedCentavos = engine.cumulative ? reached - points * factor * 100 : 0;
  return points === 0
    ? { status: 'NOT_ELIGIBLE', carriedCentavos }
    : { status: 'REQUESTED', rewarded: true, points, carriedCentavos };
};

const engineRuns: Record<EngineType, EngineRun> = {
  DRAW: earnLuckyNumbers,
  INSTANT_PRIZE: earnInstantPrize,
  CASHBACK: earnCashback,
  COLLECT_TO_WIN: earnPoints,
};

/** A draw's lock comes last, to be held briefly: every receipt needs it. */
const lockOrder: readonly EngineType[] = ['COLLECT_TO_WIN', 'INSTANT_PRIZE', 'CASHBACK', 'DRAW'];

/** Not yet in the database, but prizes, numbers and money are already reserved. */
export interface UnwrittenRewards {
  orders: EngineOrderRecord[];
  numbers: NewLuckyNumber[];
  entries: LedgerEntry[];
}

/** In lock order, so receipts cannot deadlock. The caller writes the rewards and the ledger. */
export async function runEngines(
  queries: Queries,
  engines: readonly Engine[],
  receipt: EarningReceipt,
): Promise<UnwrittenRewards> {
  const outcomes: { engine: Engine; outcome: EngineOutcome }[] = [];
  for (const engine of engines.toSorted(byLockOrder)) {
    const outcome: EngineOutcome = takesPart(engine, receipt)
      ? await engineRuns[engine.type](queries, engine, receipt)
      : { status: 'NOT_ELIGIBLE' };
    outcomes.push({ engine, outcome });
  }
  outcomes.sort((a, b) => Number(a.engine.id) - Number(b.engine.id));
  const requested = outcomes.flatMap(({ outcome }) =>
    outcome.status === 'REQUESTED' ? outcome : [],
  );
  return {
    orders: outcomes.map(({ engine, outcome }) => orderOf(engine, receipt.id, outcome)),
    numbers: requested.flatMap(({ luckyNumbers }) => luckyNumbers ?? []),
    entries: requested.flatMap(({ entries }) => entries ?? []),
  };
}

/** Orders that wait for approval, for the engines that the owner takes part in. */
export function ordersOnApproval(
  engines: readonly Engine[],
  receipt: EarningReceipt,
): UnwrittenRewards {
  const orders = engines.map((engine) =>
    orderOf(engine, receipt.id, {
      status: takesPart(engine, receipt) ? 'TO_REQUEST' : 'NOT_ELIGIBLE',
    }),
  );
  return { orders, numbers: [], entries: [] };
}

/** Sends its statements together, because other receipts wait for this one's locks. */
export async function writeRewards(
  queries: Queries,
  { id: receiptId, campaignId, consumer, now }: EarningReceipt,
  { orders, numbers }: UnwrittenRewards,
): Promise<EngineOrder[]> {
  const owner = { campaignId, consumerId: consumer.id, receiptId, createdAt: now };
  const [storedOrders, storedNumbers] = await Promise.all([
    insertEngineOrders(queries, orders, now),
    numbers.length === 0 ? [] : insertLuckyNumbers(queries, owner, numbers),
  ]);
  return engineOrderAnswers(storedOrders, storedNumbers);
}

function byLockOrder(a: Engine, b: Engine): number {
  const difference = lockOrder.indexOf(a.type) - lockOrder.indexOf(b.type);
  return difference || Number(a.id) - Number(b.id);
}

function takesPart(engine: Engine, { consumer }: EarningReceipt): boolean {
  return !engine.excludedConsumerTypes?.includes(consumer.type);
}

function orderOf(engine: Engine, receiptId: number, outcome: EngineOutcome): EngineOrderRecord {
  const order = {
    rewarded: false,
    events: [],
    errorCode: null,
    cashbackCentavos: null,
    points: null,
    campaignPrizeId: null,
    carriedCentavos: 0,
    receiptId,
    engineId: Number(engine.id),
    engineType: engine.type,
  };
  if (outcome.status === 'TO_REQUEST') {
    const { status } = outcome;
    return { ...order, status, events: [{ status, message: onApprovalText(engine.type) }] };
  }
  if (outcome.status === 'REQUESTED') {
    const { luckyNumbers: _, entries: __, ...fields } = outcome;
    return { ...order, ...fields };
  }
  const { message, ...kept } = outcome;
  return { ...order, ...kept, events: message ? [{ status: outcome.status, message }] : [] };
}
