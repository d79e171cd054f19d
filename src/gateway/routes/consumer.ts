import {
  createConsumer,
  getMe,
  resetPassword,
  setInstantPaymentKey,
  setTransferAccount,
  updateConsumer,
} from '../../contract/consumer.ts';
import { readConsumer } from '../engine/read-consumer.ts';
import { prepareRegistration, registerConsumer } from '../engine/register-consumer.ts';
import { requestPasswordReset } from '../engine/request-password-reset.ts';
import {
  setTransferAccount as setAccount,
  setInstantPaymentKey as setKey,
} from '../engine/set-bank-info.ts';
import { updateConsumer as update } from '../engine/update-consumer.ts';
import type { Gateway } from '../gateway.ts';
import { isRefusal } from '../http/refusal.ts';
import { type App, route } from '../http/route.ts';

/** A mobile carrier puts a whole town behind one address. */
const signUps = { address: { calls: 1200, seconds: 3600 } };
const resets = { address: { calls: 300, seconds: 3600 } };

/** The consumer: sign-up, profile, where to pay, forgotten password. */
export function consumerRoutes(app: App, gateway: Gateway): void {
  const { campaign } = gateway.campaign;
  const { database, settings } = gateway;

  route(
    app,
    gateway,
    createConsumer,
    async ({ body, request, address, now, once }) => {
      const origin = request.headers.get('origin') ?? settings.siteUrl;
      const prepared = await prepareRegistration(gateway, { body, origin, address, now });
      if (isRefusal(prepared)) return prepared;
      return once((queries) => registerConsumer(queries, prepared));
    },
    { status: 201, limit: signUps },
  );

  route(app, gateway, getMe, ({ consumer }) => readConsumer(database, consumer));

  route(app, gateway, updateConsumer, ({ consumer, body, once }) =>
    once((queries) => update(queries, campaign, { consumerId: consumer.id, changes: body })),
  );

  route(app, gateway, setInstantPaymentKey, ({ consumer, body, once }) =>
    once((queries) => setKey(queries, consumer, body)),
  );

  route(app, gateway, setTransferAccount, ({ consumer, body, once }) =>
    once((queries) => setAccount(queries, consumer.id, body)),
  );

  route(app, gateway, resetPassword, ({ body }) => requestPasswordReset(gateway, body), {
    limit: resets,
  });
}
