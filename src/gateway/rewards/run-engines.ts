import type { Engine, ShownNumber } from '../../contract/engines.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { fromCentavos } from '../../rules/money.ts';
import { onApprovalText } from '../../rules/receipts/receipt-review.ts';
import { cashbackEarned, cashbackOfAll } from '../../rules/rewards/cashback.ts';
import type { EngineType } from '../../rules/rewards/engines.ts';
import { pointsEarned } from '../../rules/rewards/points.ts';
import { cashbackMessage } from '../../rules/sentences/receipt-messages.ts';
import type { Queries } from '../db/database.ts';
import type { EngineInput, EngineOutcome, EngineRun } from './engine.ts';
import { runInstantPrize } from './instant-prizes.ts';
import {
  insertLuckyNumbers,
  type LuckyNumberRecord,
  type NewLuckyNumber,
} from './lucky-number-queries.ts';
import { runDraw } from './lucky-numbers.ts';
import {
  type EngineOrderRecord,
  findAwaitingTotals,
  findCarried,
  insertEngineOrders,
  isFundPromised,
  lockFund,
  reserveFund,
  sumCashback,
} from './queries.ts';

const runCashback: EngineRun = async (queries, engine, receipt) => {
  const { campaignId, consumer, totalCentavos } = receipt;
  const fund = { campaignId, engineId: Number(engine.id) };
  const soFar = await sumCashback(queries, { consumerId: consumer.id, engineId: fund.engineId });
  const reserved = await lockFund(queries, fund);
  const earnedAfter = (campaignAmount: number) =>
    cashbackEarned(totalCentavos, engine.details, {
      consumerAmount: soFar.amount,
      consumerCoupons: soFar.coupons,
      campaignAmount,
    });
  const uncutValue = earnedAfter(0).value;
  const { value, refusal } = earnedAfter(reserved);
  if (value < uncutValue && (await isFundPromised(queries, fund))) return { status: 'TO_REQUEST' };
  const awaitedByOthers = cashbackOfAll(
    await findAwaitingTotals(queries, { ...fund, before: receipt.id }),
    engine.details,
  );
  const isOwedToOthers =
    awaitedByOthers > 0 && earnedAfter(reserved + awaitedByOthers).value < uncutValue;
  if (isOwedToOthers) return { status: 'TO_REQUEST' };
  if (refusal) {
    const message = cashbackMessage(refusal);
    return { status: 'NOT_ELIGIBLE', errorCode: refusal, ...(message ? { message } : {}) };
  }
  await reserveFund(queries, { ...fund, centavos: value });
  return { status: 'REQUESTED', rewarded: value > 0, cashbackCentavos: value };
};

const runPoints: EngineRun = async (queries, engine, receipt) => {
  const factor = engine.details.pointsMonetaryFactor ?? 1;
  const carriedBefore = await findCarried(queries, receipt.consumer.id, engine);
  const reached = carriedBefore + receipt.totalCentavos;
  const points = pointsEarned(reached, factor);
  const carriedCentavos = engine.cumulative ? reached - points * factor * 100 : 0;
  return points === 0
    ? { status: 'NOT_ELIGIBLE', carriedCentavos }
    : { status: 'REQUESTED', rewarded: true, points, carriedCentavos };
};

const engineRuns: Record<EngineType, EngineRun> = {
  DRAW: runDraw,
  INSTANT_PRIZE: runInstantPrize,
  CASHBACK: runCashback,
  COLLECT_TO_WIN: runPoints,
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
  receipt: EngineInput,
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
    entries: requested.flatMap(({ ledger }) => ledger ?? []),
  };
}

/** Orders that wait for approval, for the engines that the owner takes part in. */
export function ordersOnApproval(
  engines: readonly Engine[],
  receipt: EngineInput,
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
  { id: receiptId, campaignId, consumer, now }: EngineInput,
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

function takesPart(engine: Engine, { consumer }: EngineInput): boolean {
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
    const { luckyNumbers: _, ledger: __, ...fields } = outcome;
    return { ...order, ...fields };
  }
  const { message, ...kept } = outcome;
  return { ...order, ...kept, events: message ? [{ status: outcome.status, message }] : [] };
}

export function engineOrderAnswers(
  orders: readonly EngineOrderRecord[],
  numbers: readonly LuckyNumberRecord[],
): EngineOrder[] {
  return orders.map((order) =>
    engineOrderAnswer(
      order,
      numbers.filter(({ engineId }) => engineId === order.engineId),
    ),
  );
}

export function isRewarded(orders: readonly EngineOrder[]): boolean {
  return orders.some(({ rewarded }) => rewarded === true);
}

export function luckyNumberAnswer(record: LuckyNumberRecord): ShownNumber {
  return {
    id: record.id,
    series: record.series,
    generatedNumber: record.number,
    type: record.kind,
    createdAt: record.createdAt.toISOString(),
    voided: record.voidedAt !== null,
  };
}

/** A reward that was taken back is left out; voided numbers stay listed. */
function engineOrderAnswer(
  order: EngineOrderRecord,
  numbers: readonly LuckyNumberRecord[],
): EngineOrder {
  const { campaignPrizeId, errorCode, rewarded } = order;
  const value = rewarded ? rewardValue(order) : null;
  return {
    engineType: order.engineType,
    campaignEngineId: order.engineId,
    status: order.status,
    rewarded,
    events: [...order.events],
    details: {
      ...(order.engineType === 'DRAW' && { luckyNumbers: numbers.map(luckyNumberAnswer) }),
      ...(value !== null && { transaction: { value } }),
      ...(rewarded && campaignPrizeId !== null && { winner: { campaignPrizeId } }),
      ...(errorCode !== null && { error: { code: errorCode } }),
    },
  };
}

function rewardValue({ cashbackCentavos, points }: EngineOrderRecord): number | null {
  return cashbackCentavos === null ? points : fromCentavos(cashbackCentavos);
}
