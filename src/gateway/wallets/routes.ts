import {
  getCashbackProgressEndpoint,
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  withdrawCashbackEndpoint,
} from '../../contract/wallets.ts';
import { inSnapshot } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { readCashbackProgress, readCashbackWallet, readPointsWallet } from './read-wallets.ts';
import { withdrawCashback } from './withdrawals.ts';

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

  route(app, gateway, getCashbackProgressEndpoint, () =>
    readCashbackProgress(gateway.database, gateway.campaignId),
  );

  route(app, gateway, getPointsWalletEndpoint, ({ consumer }) =>
    readPointsWallet(gateway.database, consumer.id),
  );
}
