import type { Engine, EngineType } from '../../contract/engines.ts';
import type { LedgerEntry } from '../../rules/ledger-entries.ts';
import type { Queries } from '../db/database.ts';
import { insertEngineOrder } from '../db/queries/engine-orders.ts';
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

/**
 * Runs every engine of the campaign over a new receipt and keeps what each made of it. Always in
 * the campaign's order, so that receipts entered together wait for each other but never in a ring;
 * the ledger is told last.
 */
export async function runEngines(
  queries: Queries,
  engines: readonly Engine[],
  receipt: EnteredReceipt,
): Promise<void> {
  const entries: LedgerEntry[] = [];
  for (const engine of engines) {
    const outcome = takesPart(engine, receipt)
      ? await runs[engine.type](queries, engine, receipt)
      : ({ status: 'NOT_ELIGIBLE' } satisfies EngineOutcome);
    await insertEngineOrder(queries, orderOf(engine, receipt.id, outcome));
    if (outcome.status === 'REQUESTED' && outcome.ledger) entries.push(outcome.ledger);
  }
  await appendToLedger(queries, receipt.campaignId, { now: receipt.now, entries });
}

/** REC-36: everybody does, unless the engine leaves persons or companies out. */
function takesPart(engine: Engine, { consumer }: EnteredReceipt): boolean {
  return !engine.excludedConsumerTypes?.includes(consumer.type);
}

function orderOf(engine: Engine, receiptId: number, outcome: EngineOutcome) {
  const nothing = {
    rewarded: false,
    events: [],
    errorCode: null,
    cashbackCentavos: null,
    points: null,
    campaignPrizeId: null,
    carriedCentavos: 0,
  };
  const { status } = outcome;
  const told = outcome.status === 'NOT_ELIGIBLE' && outcome.message;
  return {
    ...nothing,
    ...outcome,
    receiptId,
    engineId: Number(engine.id),
    engineType: engine.type,
    events: told ? [{ status, message: told }] : [],
  };
}
