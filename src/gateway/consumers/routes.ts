import {
  createConsumerEndpoint,
  findPostalAddressEndpoint,
  getMeEndpoint,
  setInstantPaymentKeyEndpoint,
  setTransferAccountEndpoint,
  updateConsumerEndpoint,
} from '../../contract/consumer.ts';
import { normalisePostalCode } from '../../rules/people/address.ts';
import type { Gateway } from '../gateway.ts';
import { writeLimit } from '../http/rate-limit.ts';
import { type App, route } from '../http/route.ts';
import { postalAddress } from '../services/postal-code-table.ts';
import {
  readConsumer,
  setInstantPaymentKey,
  setTransferAccount,
  updateConsumer,
} from './profile.ts';
import { createConsumer } from './sign-up.ts';

/** Few calls, since each change is mailed to an address that was never verified. */
const bankInfoLimit = { ...writeLimit, account: { calls: 10, seconds: 3600 } };

export function consumerRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;

  route(app, gateway, createConsumerEndpoint, (call) => createConsumer(gateway, call), {
    status: 201,
    limitsInHandler: true,
  });

  route(app, gateway, getMeEndpoint, ({ consumer }) => readConsumer(database, consumer));

  route(app, gateway, updateConsumerEndpoint, ({ consumer, body, now, idempotent }) =>
    idempotent((queries) =>
      updateConsumer(queries, gateway.snapshot.campaign, {
        consumerId: consumer.id,
        changes: body,
        now,
      }),
    ),
  );

  route(
    app,
    gateway,
    setInstantPaymentKeyEndpoint,
    ({ consumer, body, now, idempotent }) =>
      idempotent((queries) =>
        setInstantPaymentKey(queries, { consumerId: consumer.id, body, now }),
      ),
    { limit: bankInfoLimit },
  );

  route(
    app,
    gateway,
    setTransferAccountEndpoint,
    ({ consumer, body, now, idempotent }) =>
      idempotent((queries) => setTransferAccount(queries, { consumerId: consumer.id, body, now })),
    { limit: bankInfoLimit },
  );
}

const daySeconds = 86_400;
const postalCodeLimit = { address: { calls: 600, seconds: 60 } };

export function postalCodeRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    findPostalAddressEndpoint,
    async ({ parameters }) => postalAddress(normalisePostalCode(parameters.postcode ?? '')),
    { cacheSeconds: daySeconds, limit: postalCodeLimit },
  );
}
