import type { Engine, EngineType } from '../../contract/engines.ts';
import { cashbackEarned } from '../../rules/cashback.ts';
import { cashbackMessage } from '../../rules/messages.ts';
import { pointsEarned } from '../../rules/points.ts';
import type { Queries } from '../db/database.ts';
import { appendToLedger } from '../ledger/append.ts';
import type { EngineOutcome, EngineRun, EnteredReceipt } from './engine.ts';
import { type EngineOrderRecord, insertEngineOrders, sumCashback } from './engine-order-queries.ts';
import { lockFund, reserveFund } from './fund-queries.ts';
import { claimInstantPrize, lockEstablishment } from './instant-prize-queries.ts';
import { insertLuckyNumbers, type LuckyNumberRecord } from './lucky-number-queries.ts';
import { runDraw } from './lucky-numbers.ts';

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

/** Promises a receipt its points; moderation credits them. */
export const runPoints: EngineRun = async (_queries, engine, receipt) => {
  const points = pointsEarned(receipt.totalCentavos, engine.details.pointsMonetaryFactor ?? 1);
  return points === 0
    ? { status: 'NOT_ELIGIBLE' }
    : { status: 'REQUESTED', rewarded: true, points };
};

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

const runs: Record<EngineType, EngineRun> = {
  DRAW: runDraw,
  INSTANT_PRIZE: runInstantPrize,
  CASHBACK: runCashback,
  COLLECT_TO_WIN: runPoints,
};

/** The most contended lock last: all other receipts wait for the one that runs a draw. */
const lockOrder: readonly EngineType[] = ['COLLECT_TO_WIN', 'INSTANT_PRIZE', 'CASHBACK', 'DRAW'];

/**
 * Runs every engine of the campaign over a new receipt and stores the results. Always in one order,
 * so that receipts entered together cannot deadlock. What is written while others wait is sent at
 * once, and the ledger is written last.
 */
export async function runEngines(
  queries: Queries,
  engines: readonly Engine[],
  receipt: EnteredReceipt,
): Promise<{ orders: EngineOrderRecord[]; numbers: LuckyNumberRecord[] }> {
  const made: { engine: Engine; outcome: EngineOutcome }[] = [];
  for (const engine of engines.toSorted(byLock)) {
    const outcome: EngineOutcome = takesPart(engine, receipt)
      ? await runs[engine.type](queries, engine, receipt)
      : { status: 'NOT_ELIGIBLE' };
    made.push({ engine, outcome });
  }
  made.sort((a, b) => Number(a.engine.id) - Number(b.engine.id));
  const orders = made.map(({ engine, outcome }) => orderOf(engine, receipt.id, outcome));
  const requested = made.flatMap(({ outcome }) => (outcome.status === 'REQUESTED' ? outcome : []));
  const given = requested.flatMap(({ luckyNumbers }) => luckyNumbers ?? []);
  const entries = requested.flatMap(({ ledger }) => ledger ?? []);
  const { id: receiptId, campaignId, consumer, now } = receipt;
  const owner = { campaignId, consumerId: consumer.id, receiptId, createdAt: now };
  const [written, numbers] = await Promise.all([
    insertEngineOrders(queries, orders),
    given.length === 0 ? [] : insertLuckyNumbers(queries, owner, given),
    appendToLedger(queries, campaignId, { now, entries }),
  ]);
  return { orders: written, numbers };
}

function byLock(one: Engine, other: Engine): number {
  const places = lockOrder.indexOf(one.type) - lockOrder.indexOf(other.type);
  return places || Number(one.id) - Number(other.id);
}

/** All consumers take part, unless the engine excludes persons or companies. */
function takesPart(engine: Engine, { consumer }: EnteredReceipt): boolean {
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
  if (outcome.status === 'REQUESTED') {
    const { luckyNumbers: _, ledger: __, ...kept } = outcome;
    return { ...order, ...kept };
  }
  const { message, ...kept } = outcome;
  return { ...order, ...kept, events: message ? [{ status: outcome.status, message }] : [] };
}
