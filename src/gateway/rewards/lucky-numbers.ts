import type { EngineDetails } from '../../contract/engines.ts';
import type { LedgerEntry } from '../../rules/ledger-entries.ts';
import { formatLuckyNumber } from '../../rules/lucky-number-format.ts';
import { luckyNumbers, type NumberSpace } from '../../rules/lucky-numbers.ts';
import { seriesExhaustedSentence } from '../../rules/messages.ts';
import { luckyNumbersByRules } from '../../rules/numbers-earned.ts';
import { findKnownSecret } from '../db/queries/secrets.ts';
import { findEntryOwner } from '../ledger/owners.ts';
import type { EngineRun } from './engine.ts';
import { findCarried } from './engine-order-queries.ts';
import { areCountersLeft, type Sequence, type VoidedNumber } from './lucky-number-queries.ts';
import { reserveCounters } from './reserve-together.ts';

/** Default of an engine (Decreto 70.951/1972, art. 16). */
const numbersPerSeries = 100_000;

/** Gives all numbers or none. An unproven receipt gets numbers of the last tenth once approved. */
export const runDraw: EngineRun = async (queries, engine, receipt) => {
  const { campaignId, consumer, id: receiptId } = receipt;
  const engineId = Number(engine.id);
  const cumulative = engine.cumulative === true;
  const carried = cumulative
    ? await findCarried(queries, { consumerId: consumer.id, engineId })
    : 0;
  const earned = luckyNumbersByRules(receipt.lines, engine.details.rules, { cumulative, carried });
  const carriedCentavos = earned.carried;
  const quantity = earned.regular + earned.bonus;
  if (quantity === 0) return { status: 'NOT_ELIGIBLE', carriedCentavos };
  const wanted = { campaignId, engineId, quantity };
  const key = Buffer.from(await findKnownSecret(queries, drawKeyName(wanted)), 'hex');
  const first = await reserveCounters(queries, { ...wanted, isProven: receipt.isProven });
  if (first === null) {
    const isHeldBack = !receipt.isProven && (await areCountersLeft(queries, wanted));
    return isHeldBack
      ? { status: 'TO_REQUEST' }
      : { status: 'NOT_ELIGIBLE', message: seriesExhaustedSentence, carriedCentavos };
  }
  const space = numberSpace(engine.details);
  const numberAt = luckyNumbers(key, space);
  const numbers = Array.from({ length: quantity }, (_, index) => ({
    engineId,
    ...numberAt(first + index),
    counter: first + index,
    kind: index < earned.regular ? ('MAIN' as const) : ('BONUS' as const),
  }));
  const ledger = {
    type: 'NUMBERS_ISSUED' as const,
    engine: engineId,
    receipt: receiptId,
    owner: await findEntryOwner(queries, { campaignId, engineId, receiptId }, consumer.pseudonym),
    first,
    numbers: numbers.map(({ series, number }) => formatLuckyNumber(series, number)),
  };
  return { status: 'REQUESTED', rewarded: true, luckyNumbers: numbers, carriedCentavos, ledger };
};

/** The name of the secret that maps positions to numbers. */
export function drawKeyName({ campaignId, engineId }: Sequence): string {
  return `lucky-numbers/${campaignId}/${engineId}`;
}

export function numberSpace(details: EngineDetails): NumberSpace {
  return {
    seriesQuantity: details.seriesQty ?? 1,
    numbersPerSeries: details.numbersPerSeries ?? numbersPerSeries,
  };
}

/** An entry per receipt and draw. */
export function voidedEntries(voided: readonly VoidedNumber[]): LedgerEntry[] {
  const groups = Map.groupBy(voided, ({ receiptId, engineId }) => `${receiptId} ${engineId}`);
  return [...groups.values()].flatMap((numbers) => {
    const [first] = numbers;
    if (!first) return [];
    return {
      type: 'NUMBERS_VOIDED' as const,
      engine: first.engineId,
      receipt: first.receiptId,
      numbers: numbers.map(({ series, number }) => formatLuckyNumber(series, number)).sort(),
    };
  });
}
