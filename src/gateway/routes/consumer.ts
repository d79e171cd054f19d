import {
  type Consumer,
  createConsumer,
  getMe,
  resetPassword,
  setInstantPaymentKey,
  setTransferAccount,
  updateConsumer,
} from '../../contract/consumer.ts';
import type { Queries } from '../db/database.ts';
import { bankAccountEmail, paymentKeyEmail } from '../engine/account-emails.ts';
import { readConsumer } from '../engine/read-consumer.ts';
import { prepareRegistration, registerConsumer } from '../engine/register-consumer.ts';
import { requestPasswordReset } from '../engine/request-password-reset.ts';
import {
  type BankInfoChange,
  setTransferAccount as setAccount,
  setInstantPaymentKey as setKey,
} from '../engine/set-bank-info.ts';
import { updateConsumer as update } from '../engine/update-consumer.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, isApiError } from '../http/refusal.ts';
import { type App, type Call, route } from '../http/route.ts';

/** The consumer: sign-up, profile, where to pay, forgotten password. */
export function consumerRoutes(app: App, gateway: Gateway): void {
  const { campaign } = gateway.campaign;
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
    once((queries) => update(queries, campaign, { consumerId: consumer.id, changes: body })),
  );

  route(app, gateway, setInstantPaymentKey, (call) =>
    changeBankInfo(call, (queries) => setKey(queries, call.consumer, call.body), paymentKeyEmail),
  );

  route(app, gateway, setTransferAccount, (call) =>
    changeBankInfo(
      call,
      (queries) => setAccount(queries, call.consumer.id, call.body),
      bankAccountEmail,
    ),
  );

  /** Once another key or account is stored, its owner gets an email about it. */
  async function changeBankInfo(
    { consumer, now, idempotent: once }: Call<unknown, Consumer, 'consumer'>,
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
