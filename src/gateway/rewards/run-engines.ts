import type { Engine, EngineDetails } from '../../contract/engines.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { cashbackEarned, cashbackOfAll } from '../../rules/rewards/cashback.ts';
import type { EngineType } from '../../rules/rewards/engines.ts';
import { pointsEarned } from '../../rules/rewards/points.ts';
import { cashbackMessage, onApprovalText } from '../../rules/sentences/receipt-messages.ts';
import type { Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import {
  type EarningReceipt,
  type EngineOutcome,
  type EngineRun,
  engineOrderAnswers,
} from './engine.ts';
import { earnInstantPrize } from './instant-prizes.ts';
import { insertLuckyNumbers, type NewLuckyNumber } from './lucky-number-queries.ts';
import { earnLuckyNumbers } from './lucky-numbers.ts';
import {
  type EngineOrderRecord,
  findCarriedCentavos,
  findReceiptsAwaitingFund,
  insertEngineOrders,
  lockFund,
  reserveFund,
  sumCashback,
} from './queries.ts';

const earnCashback: EngineRun = async (queries, engine, receipt) => {
  const { campaignId, consumer, totalCentavos } = receipt;
  const fund = { campaignId, engineId: Number(engine.id) };
  const soFar = await sumCashback(queries, { consumerId: consumer.id, engineId: fund.engineId });
  const { reserved, promised } = await lockFund(queries, fund);
  const earnedAfter = (campaignAmount: number) =>
    cashbackEarned(totalCentavos, engine.details, {
      consumerAmount: soFar.amount,
      consumerReceipts: soFar.receipts,
      campaignAmount,
    });
  const { value, blocker } = earnedAfter(reserved);
  const mustWait = await mustWaitForFund(queries, fund, {
    receiptId: receipt.id,
    details: engine.details,
    reserved,
    isPromised: promised > 0,
    valueAfter: (campaignAmount) => earnedAfter(campaignAmount).value,
  });
  if (mustWait) return { status: 'TO_REQUEST' };
  if (blocker) {
    const message = cashbackMessage(blocker);
    return { status: 'NOT_ELIGIBLE', errorCode: blocker, ...(message ? { message } : {}) };
  }
  await reserveFund(queries, { ...fund, receiptId: receipt.id, centavos: value });
  return { status: 'REQUESTED', rewarded: value > 0, cashbackCentavos: value };
};

const awaitingAtOnce = 100;

/** What unjudged receipts reserved may come back, and then earlier ones that wait get it first. */
async function mustWaitForFund(
  queries: Queries,
  fund: EngineKey,
  {
    receiptId,
    details,
    reserved,
    isPromised,
    valueAfter,
  }: {
    receiptId: number;
    details: EngineDetails;
    reserved: number;
    isPromised: boolean;
    /** What the receipt earns once others have got this much of the fund. */
    valueAfter: (campaignAmount: number) => number;
  },
): Promise<boolean> {
  const uncutValue = valueAfter(0);
  if (valueAfter(reserved) < uncutValue && isPromised) return true;
  const earlier = { ...fund, before: receiptId, limit: awaitingAtOnce };
  let awaitedByOthers = 0;
  let waiting = await findReceiptsAwaitingFund(queries, { ...earlier, after: 0 });
  while (waiting.length > 0) {
    const totals = waiting.map(({ total }) => total);
    awaitedByOthers += cashbackOfAll(totals, details);
    if (awaitedByOthers > 0 && valueAfter(reserved + awaitedByOthers) < uncutValue) return true;
    const after = waiting.at(-1)?.id ?? receiptId;
    waiting = await findReceiptsAwaitingFund(queries, { ...earlier, after });
  }
  return false;
}

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

/** The most contended lock comes last: all receipts wait for a receipt that holds a draw's lock. */
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

/** All statements go together, since other receipts wait for this one's locks. */
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
