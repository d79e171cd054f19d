import type { Engine, EngineType } from '../../contract/engines.ts';
import type { Queries } from '../db/database.ts';
import { type EngineOrderRecord, insertEngineOrders } from '../db/queries/engine-orders.ts';
import { insertLuckyNumbers, type LuckyNumberRecord } from '../db/queries/lucky-numbers.ts';
import { appendToLedger } from './append-to-ledger.ts';
import type { EngineOutcome, EngineRun, EnteredReceipt } from './engine-run.ts';
import { runCashback } from './run-cashback.ts';
import { runDraw } from './run-draw.ts';
import { runInstantPrize } from './run-instant-prize.ts';
import { runPoints } from './run-points.ts';

const runs: Record<EngineType, EngineRun> = {
  DRAW: runDraw,
  INSTANT_PRIZE: runInstantPrize,
  CASHBACK: runCashback,
  COLLECT_TO_WIN: runPoints,
};

/** The most contended last: whoever runs a draw keeps all other receipts waiting until its end. */
const lockOrder: readonly EngineType[] = ['COLLECT_TO_WIN', 'INSTANT_PRIZE', 'CASHBACK', 'DRAW'];

/**
 * Runs every engine of the campaign over a new receipt and keeps what each made of it. Always in
 * one order, so that receipts entered together wait for each other but never in a ring; all that is
 * written while others wait is sent at once, and the ledger is told last.
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
  made.sort((one, other) => Number(one.engine.id) - Number(other.engine.id));
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

/** REC-36: everybody does, unless the engine leaves persons or companies out. */
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
