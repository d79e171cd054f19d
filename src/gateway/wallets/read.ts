import type { CashbackWallet } from '../../contract/cashback.ts';
import type { PointsWallet } from '../../contract/points.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { Queries } from '../db/database.ts';
import { findWalletStatus } from '../db/queries/consumers.ts';
import { findCashbackEntries, sumPoints, sumWallet } from './queries.ts';

export async function readCashbackWallet(
  queries: Queries,
  consumerId: number,
): Promise<CashbackWallet> {
  const entries = await findCashbackEntries(queries, consumerId);
  return {
    balance: fromCentavos(await sumWallet(queries, consumerId)),
    status: await findWalletStatus(queries, consumerId),
    transactions: entries.map(({ id, type, status, valueCentavos, createdAt }) => ({
      id,
      type,
      status,
      value: fromCentavos(valueCentavos),
      createdAt: createdAt.toISOString(),
    })),
  };
}

export async function readPointsWallet(
  queries: Queries,
  consumerId: number,
): Promise<PointsWallet> {
  return {
    balance: await sumPoints(queries, consumerId),
    status: await findWalletStatus(queries, consumerId),
  };
}
