import type { DatedEntry } from '../../src/rules/ledger-entries.ts';

/** A consumer's wallets. */
export interface Balances {
  centavos: number;
  points: number;
}

/** Balances by pseudonym as the ledger alone tells them. */
export function toldBalances(entries: readonly DatedEntry[]): Map<string, Balances> {
  const told = new Map<string, Balances>();
  const withdrawn = new Map<number, { consumer: string; centavos: number }>();
  const move = (consumer: string, { centavos = 0, points = 0 }: Partial<Balances>) => {
    const before = told.get(consumer) ?? { centavos: 0, points: 0 };
    told.set(consumer, { centavos: before.centavos + centavos, points: before.points + points });
  };
  for (const entry of entries) {
    switch (entry.type) {
      case 'CASHBACK_CREDITED':
        move(entry.consumer, { centavos: entry.centavos });
        break;
      case 'CASHBACK_WITHDRAWN':
        withdrawn.set(entry.withdrawal, entry);
        move(entry.consumer, { centavos: -entry.centavos });
        break;
      case 'CASHBACK_REVERSED':
        move(entry.consumer, { centavos: -entry.centavos });
        break;
      case 'WITHDRAWAL_SETTLED': {
        const withdrawal = withdrawn.get(entry.withdrawal);
        if (withdrawal && entry.status === 'ERROR') move(withdrawal.consumer, withdrawal);
        break;
      }
      case 'POINTS_CREDITED':
      case 'POINTS_RETURNED':
        move(entry.consumer, { points: entry.points });
        break;
      case 'POINTS_REVERSED':
      case 'POINTS_SPENT':
        move(entry.consumer, { points: -entry.points });
        break;
      default:
        break;
    }
  }
  return told;
}
