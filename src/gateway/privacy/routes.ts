import {
  eraseMe,
  getPersonalData,
  giveConsent,
  listConsents,
  withdrawConsent,
} from '../../contract/personal-data.ts';
import { endConsent, readConsents, recordConsent } from '../consumers/consents.ts';
import type { Gateway } from '../gateway.ts';
import { writeLimit } from '../http/rate-limit.ts';
import { type App, route } from '../http/route.ts';
import { eraseAccount } from './erase.ts';
import { exportData } from './read-personal-data.ts';

const exportLimit = {
  account: { calls: 20, seconds: 3600 },
  address: { calls: 1200, seconds: 3600 },
};

/** Of giving and withdrawing each; low, because each consent that is given stays as a proof. */
const consentLimit = { account: { calls: 20, seconds: 3600 }, address: writeLimit.address };

export function personalDataRoutes(app: App, gateway: Gateway): void {
  const { database, settings } = gateway;

  route(app, gateway, getPersonalData, (call) => exportData(gateway, call), {
    limit: exportLimit,
    fileName: 'dados-pessoais.json',
  });

  route(app, gateway, listConsents, ({ consumer }) =>
    readConsents(database, gateway.snapshot.campaign, consumer.id),
  );

  route(
    app,
    gateway,
    withdrawConsent,
    ({ consumer, parameters: { code = '' }, now, idempotent }) =>
      idempotent((queries) =>
        endConsent(queries, gateway.snapshot.campaign, { consumerId: consumer.id, code, now }),
      ),
    { limit: consentLimit },
  );

  route(
    app,
    gateway,
    giveConsent,
    ({ consumer, parameters: { code = '' }, request, now, idempotent }) => {
      const origin = request.headers.get('origin') ?? settings.siteUrl;
      return idempotent((queries) =>
        recordConsent(queries, gateway.snapshot.campaign, {
          consumerId: consumer.id,
          code,
          origin,
          now,
        }),
      );
    },
    { limit: consentLimit },
  );

  route(app, gateway, eraseMe, (call) => eraseAccount(gateway, call));
}
