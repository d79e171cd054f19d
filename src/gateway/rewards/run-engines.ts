import type { Engine, ShownNumber } from '../../contract/engines.ts';
import type { EngineOrder } from '../../contract/receipts.ts';
import type { LedgerEntry } from '../../rules/log/ledger-entry-types.ts';
import { onApprovalText } from '../../rules/messages/receipt-messages.ts';
import { fromCentavos } from '../../rules/money.ts';
import { pointsEarned } from '../../rules/rewards/cashback-and-points.ts';
import type { EngineType } from '../../rules/rewards/engines-and-reward-status.ts';
import { type Queries, sendInOrder } from '../db/database.ts';
import { engineKeyOf } from '../db/queries/campaigns.ts';
import { earnCashback } from './cashback.ts';
import type { EarningReceipt, EngineOutcome, EngineRun, KeyedEngine } from './engine.ts';
import {
  type EngineOrderRecord,
  findCarriedCentavos,
  insertEngineOrders,
} from './engine-order-queries.ts';
import { earnInstantPrize } from './instant-prizes.ts';
import {
  insertLuckyNumbers,
  type LuckyNumberRecord,
  type NewLuckyNumber,
} from './lucky-number-queries.ts';
import { earnLuckyNumbers } from './lucky-numbers.ts';

const earnPoints: EngineRun = async (queries, keyed, receipt) => {
  const { engine } = keyed;
  const factor = engine.details.pointsMonetaryFactor ?? 1;
  const carriedBefore = await findCarriedCentavos(queries, receipt.consumer.id, keyed);
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

/** Not yet in the database, but prizes, numbers and money are already taken. */
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
  const outcomes: { keyed: KeyedEngine; outcome: EngineOutcome }[] = [];
  for (const keyed of keyedEngines(engines, receipt).toSorted(byLockOrder)) {
    const outcome: EngineOutcome = takesPart(keyed.engine, receipt)
      ? await engineRuns[keyed.engine.type](queries, keyed, receipt)
      : { status: 'NOT_ELIGIBLE' };
    outcomes.push({ keyed, outcome });
  }
  outcomes.sort((a, b) => byId(a.keyed, b.keyed));
  const requested = outcomes.flatMap(({ outcome }) =>
    outcome.status === 'REQUESTED' ? outcome : [],
  );
  return {
    orders: outcomes.map(({ keyed, outcome }) => orderOf(keyed, receipt.id, outcome)),
    numbers: requested.flatMap(({ luckyNumbers }) => luckyNumbers ?? []),
    entries: requested.flatMap(({ entries }) => entries ?? []),
  };
}

/** One for each engine in which the owner takes part. */
export function pendingOrders(
  engines: readonly Engine[],
  receipt: EarningReceipt,
): UnwrittenRewards {
  const orders = keyedEngines(engines, receipt).map((keyed) =>
    orderOf(keyed, receipt.id, {
      status: takesPart(keyed.engine, receipt) ? 'TO_REQUEST' : 'NOT_ELIGIBLE',
    }),
  );
  return { orders, numbers: [], entries: [] };
}

export async function writeRewards(
  queries: Queries,
  { id: receiptId, campaignId, consumer, now }: EarningReceipt,
  { orders, numbers }: UnwrittenRewards,
): Promise<EngineOrder[]> {
  const owner = { campaignId, consumerId: consumer.id, receiptId, createdAt: now };
  const [storedOrders, storedNumbers] = await sendInOrder([
    insertEngineOrders(queries, orders, now),
    numbers.length === 0 ? [] : insertLuckyNumbers(queries, owner, numbers),
  ]);
  return engineOrderAnswers(storedOrders, storedNumbers);
}

function keyedEngines(
  engines: readonly Engine[],
  { campaignId: id }: EarningReceipt,
): KeyedEngine[] {
  return engines.map((engine) => ({ engine, key: engineKeyOf({ id }, engine) }));
}

function byLockOrder(a: KeyedEngine, b: KeyedEngine): number {
  return lockOrder.indexOf(a.engine.type) - lockOrder.indexOf(b.engine.type) || byId(a, b);
}

function byId(a: KeyedEngine, b: KeyedEngine): number {
  return a.key.engineId - b.key.engineId;
}

function takesPart(engine: Engine, { consumer }: EarningReceipt): boolean {
  return !engine.excludedConsumerTypes?.includes(consumer.type);
}

function orderOf(
  { engine, key }: KeyedEngine,
  receiptId: number,
  outcome: EngineOutcome,
): EngineOrderRecord {
  const order = {
    rewarded: false,
    events: [],
    errorCode: null,
    cashbackCentavos: null,
    points: null,
    campaignPrizeId: null,
    carriedCentavos: 0,
    receiptId,
    engineId: key.engineId,
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
  const { message, isProgress = false, ...kept } = outcome;
  const events = message ? [{ status: outcome.status, message, isProgress }] : [];
  return { ...order, ...kept, events };
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
    events: order.events.map(({ status, message }) => ({ status, message })),
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
