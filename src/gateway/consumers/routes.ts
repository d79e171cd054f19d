import {
  type Consumer,
  createConsumer,
  findPostalAddress,
  getMe,
  resetPassword,
  setInstantPaymentKey,
  setTransferAccount,
  updateConsumer,
} from '../../contract/consumer.ts';
import { normalisePostalCode } from '../../rules/address.ts';
import type { Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, isApiError } from '../http/api-error.ts';
import { type App, type RouteCall, route } from '../http/route.ts';
import { postalAddress } from '../services/postal-addresses.ts';
import { bankAccountEmail, paymentKeyEmail } from '../sign-in/account-emails.ts';
import { requestPasswordReset } from '../sign-in/password-reset.ts';
import { type BankInfoChange, storePaymentKey, storeTransferAccount } from './bank-info.ts';
import { readConsumer } from './read.ts';
import { prepareRegistration, registerConsumer } from './register.ts';
import { changeProfile } from './update.ts';

export function consumerRoutes(app: App, gateway: Gateway): void {
  const { database, settings } = gateway;

  route(
    app,
    gateway,
    createConsumer,
    async ({ body, request, address, now, idempotent: once }) => {
      const origin = request.headers.get('origin') ?? settings.siteUrl;
      const prepared = await prepareRegistration(gateway, { body, origin, address, now });
      if (isApiError(prepared)) return prepared;
      return once((queries) => registerConsumer(queries, prepared));
    },
    { status: 201, countsItself: true },
  );

  route(app, gateway, getMe, ({ consumer }) => readConsumer(database, consumer));

  route(app, gateway, updateConsumer, ({ consumer, body, idempotent: once }) =>
    once((queries) =>
      changeProfile(queries, gateway.campaign.campaign, { consumerId: consumer.id, changes: body }),
    ),
  );

  route(app, gateway, setInstantPaymentKey, (call) =>
    changeBankInfo(
      call,
      (queries) => storePaymentKey(queries, call.consumer, call.body),
      paymentKeyEmail,
    ),
  );

  route(app, gateway, setTransferAccount, (call) =>
    changeBankInfo(
      call,
      (queries) => storeTransferAccount(queries, call.consumer.id, call.body),
      bankAccountEmail,
    ),
  );

  /** Once another key or account is stored, its owner gets an email about it. */
  async function changeBankInfo(
    { consumer, now, idempotent: once }: RouteCall<unknown, Consumer, 'consumer'>,
    change: (queries: Queries) => Promise<BankInfoChange | ApiError>,
    emailOf: typeof paymentKeyEmail,
  ): Promise<Consumer | ApiError> {
    let isChanged = false;
    const changed = await once(async (queries) => {
      const outcome = await change(queries);
      if (isApiError(outcome)) return outcome;
      isChanged = outcome.isChanged;
      return outcome.consumer;
    });
    if (isApiError(changed) || !isChanged) return changed;
    const event = { email: consumer.email, at: now, siteUrl: settings.siteUrl };
    gateway.runInBackground('bank info email', () =>
      gateway.mail.send(emailOf(event, changed.bankInfo ?? {})),
    );
    return changed;
  }

  route(
    app,
    gateway,
    resetPassword,
    ({ body, address }) => requestPasswordReset(gateway, body, address),
    { countsItself: true },
  );
}

const daySeconds = 86_400;
const limit = { address: { calls: 600, seconds: 60 } };

export function postalCodeRoutes(app: App, gateway: Gateway): void {
  route(
    app,
    gateway,
    findPostalAddress,
    async ({ parameters }) => postalAddress(normalisePostalCode(parameters.postcode ?? '')),
    { publicFor: daySeconds, limit },
  );
}
