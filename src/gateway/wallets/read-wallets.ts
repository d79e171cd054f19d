import type { AnswerOf } from '../../contract/endpoint.ts';
import type {
  CashbackWallet,
  getCashbackProgressEndpoint,
  PointsWallet,
} from '../../contract/wallets.ts';
import { fromCentavos } from '../../rules/money.ts';
import type { Queries } from '../db/database.ts';
import { findWalletStatus } from '../db/queries/consumers.ts';
import { sumFunds } from '../rewards/cashback.ts';
import { findCashbackEntries, sumCashbackWallet, sumPoints } from './queries.ts';

export async function readCashbackWallet(
  queries: Queries,
  consumerId: number,
): Promise<CashbackWallet> {
  const entries = await findCashbackEntries(queries, consumerId);
  return {
    balance: fromCentavos(await sumCashbackWallet(queries, consumerId)),
    status: await findWalletStatus(queries, consumerId),
    transactions: entries.map(
      ({
        valueCentavos,
        createdAt,
        paymentKeyType,
        paymentKey,
        payableFrom,
        batch: _,
        ...entry
      }) => ({
        ...entry,
        value: fromCentavos(valueCentavos),
        createdAt: createdAt.toISOString(),
        paymentKey:
          paymentKeyType && paymentKey ? { type: paymentKeyType, value: paymentKey } : null,
        ...(payableFrom && { payableFrom: payableFrom.toISOString() }),
      }),
    ),
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

export async function readCashbackProgress(
  queries: Queries,
  campaignId: number,
): Promise<AnswerOf<typeof getCashbackProgressEndpoint>> {
  const { reserved, total } = await sumFunds(queries, campaignId);
  return { spent: fromCentavos(reserved), total: total === null ? null : fromCentavos(total) };
}
