import {
  getCashbackProgressEndpoint,
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  withdrawCashbackEndpoint,
} from '../../contract/wallets.ts';
import { fromCentavos } from '../../rules/money.ts';
import { inSnapshot } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { sumFunds } from '../rewards/cashback.ts';
import { readCashbackWallet, readPointsWallet, withdrawCashback } from './withdrawals.ts';

export function walletRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, getCashbackWalletEndpoint, ({ consumer }) =>
    inSnapshot(gateway.database, (queries) => readCashbackWallet(queries, consumer.id)),
  );

  route(
    app,
    gateway,
    withdrawCashbackEndpoint,
    ({ consumer, now, idempotent }) =>
      idempotent((queries) =>
        withdrawCashback(queries, gateway.snapshot, { consumerId: consumer.id, now }),
      ),
    { onFirstAnswer: () => gateway.metrics.withdrawals.inc() },
  );

  route(app, gateway, getCashbackProgressEndpoint, async () => {
    const { reserved, total } = await sumFunds(gateway.database, gateway.campaignId);
    return { spent: fromCentavos(reserved), total: total === null ? null : fromCentavos(total) };
  });

  route(app, gateway, getPointsWalletEndpoint, ({ consumer }) =>
    readPointsWallet(gateway.database, consumer.id),
  );
}
