import type { LedgerEntry } from '../../rules/ledger.ts';
import { formatLuckyNumber } from '../../rules/lucky-numbers.ts';
import type { VoidedNumber } from './lucky-number-queries.ts';

/** Numbers that left the draw, an entry per receipt and draw. */
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
