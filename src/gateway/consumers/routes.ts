import {
  createConsumer,
  findPostalAddress,
  getMe,
  requestNewPassword,
  setInstantPaymentKey,
  setTransferAccount,
  updateConsumer,
} from '../../contract/consumer.ts';
import { normalisePostalCode } from '../../rules/people/address.ts';
import type { Gateway } from '../gateway.ts';
import { writeLimit } from '../http/rate-limit.ts';
import { type App, route } from '../http/route.ts';
import { postalAddress } from '../services/postal-code-table.ts';
import { requestPasswordReset } from '../sign-in/routes.ts';
import { storePaymentKey, storeTransferAccount } from './bank-info.ts';
import { changeProfile, readConsumer } from './profile.ts';
import { signUpConsumer } from './sign-up.ts';

/** Few calls, since each change is mailed to an address that was never verified. */
const bankInfoLimit = { ...writeLimit, account: { calls: 10, seconds: 3600 } };

export function consumerRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;

  route(app, gateway, createConsumer, (call) => signUpConsumer(gateway, call), {
    status: 201,
    limitsInHandler: true,
  });

  route(app, gateway, getMe, ({ consumer }) => readConsumer(database, consumer));

  route(app, gateway, updateConsumer, ({ consumer, body, now, idempotent }) =>
    idempotent((queries) =>
      changeProfile(queries, gateway.snapshot.campaign, {
        consumerId: consumer.id,
        changes: body,
        now,
      }),
    ),
  );

  route(
    app,
    gateway,
    setInstantPaymentKey,
    ({ consumer, body, now, idempotent }) =>
      idempotent((queries) => storePaymentKey(queries, { consumerId: consumer.id, body, now })),
    { limit: bankInfoLimit },
  );

  route(
    app,
    gateway,
    setTransferAccount,
    ({ consumer, body, now, idempotent }) =>
      idempotent((queries) =>
        storeTransferAccount(queries, { consumerId: consumer.id, body, now }),
      ),
    { limit: bankInfoLimit },
  );

  route(
    app,
    gateway,
    requestNewPassword,
    ({ body, address }) => requestPasswordReset(gateway, body, address),
    { limitsInHandler: true },
  );
}

const daySeconds = 86_400;
const postalCodeLimit = { address: { calls: 600, seconds: 60 } };

export function postalCodeRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    findPostalAddress,
    async ({ parameters }) => postalAddress(normalisePostalCode(parameters.postcode ?? '')),
    { cacheSeconds: daySeconds, limit: postalCodeLimit },
  );
}
