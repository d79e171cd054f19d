import { listRedemptions, redeem } from '../../contract/wallets.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { findRedemptions } from './queries.ts';
import { redeemPrizes, redemptionAnswer } from './redeem.ts';

export function redemptionRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, listRedemptions, async ({ consumer }) =>
    (await findRedemptions(gateway.database, consumer.id)).map(redemptionAnswer),
  );

  route(
    app,
    gateway,
    redeem,
    ({ body, consumer, now, idempotent }) =>
      idempotent((queries) =>
        redeemPrizes(queries, gateway.snapshot, {
          consumerId: consumer.id,
          items: body.items,
          now,
        }),
      ),
    { status: 201 },
  );
}
