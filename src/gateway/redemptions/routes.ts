import { listRedemptionsEndpoint, redeemEndpoint } from '../../contract/wallets.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { findRedemptions } from './queries.ts';
import { redeem, redemptionAnswer } from './redeem.ts';

export function redemptionRoutes(app: App, gateway: Gateway): void {
  route(app, gateway, listRedemptionsEndpoint, async ({ consumer }) =>
    (await findRedemptions(gateway.database, consumer.id)).map(redemptionAnswer),
  );

  route(
    app,
    gateway,
    redeemEndpoint,
    ({ body, consumer, now, idempotent }) =>
      idempotent((queries) =>
        redeem(queries, gateway.snapshot, {
          consumerId: consumer.id,
          items: body.items,
          now,
        }),
      ),
    { status: 201 },
  );
}
