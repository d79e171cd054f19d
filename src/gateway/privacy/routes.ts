import {
  eraseMeEndpoint,
  getPersonalDataEndpoint,
  giveConsentEndpoint,
  listConsentsEndpoint,
  withdrawConsentEndpoint,
} from '../../contract/personal-data.ts';
import { giveConsent, readConsents, withdrawConsent } from '../consumers/consents.ts';
import type { Gateway } from '../gateway.ts';
import { writeLimit } from '../http/rate-limit.ts';
import { type App, route } from '../http/route.ts';
import { eraseMe } from './erase.ts';
import { exportPersonalData } from './read-personal-data.ts';

const exportLimit = {
  account: { calls: 20, seconds: 3600 },
  address: { calls: 1200, seconds: 3600 },
};

/** For giving and for withdrawing; low, because each consent that is given stays as a proof. */
const consentLimit = { account: { calls: 20, seconds: 3600 }, address: writeLimit.address };

export function personalDataRoutes(app: App, gateway: Gateway): void {
  const { database, settings } = gateway;

  route(app, gateway, getPersonalDataEndpoint, (call) => exportPersonalData(gateway, call), {
    limit: exportLimit,
    fileName: 'dados-pessoais.json',
  });

  route(app, gateway, listConsentsEndpoint, ({ consumer }) =>
    readConsents(database, gateway.snapshot.campaign, consumer.id),
  );

  route(
    app,
    gateway,
    withdrawConsentEndpoint,
    ({ consumer, parameters: { code = '' }, now, idempotent }) =>
      idempotent((queries) =>
        withdrawConsent(queries, gateway.snapshot.campaign, { consumerId: consumer.id, code, now }),
      ),
    { limit: consentLimit },
  );

  route(
    app,
    gateway,
    giveConsentEndpoint,
    ({ consumer, parameters: { code = '' }, request, now, idempotent }) => {
      const origin = request.headers.get('origin') ?? settings.siteUrl;
      return idempotent((queries) =>
        giveConsent(queries, gateway.snapshot.campaign, {
          consumerId: consumer.id,
          code,
          origin,
          now,
        }),
      );
    },
    { limit: consentLimit },
  );

  route(app, gateway, eraseMeEndpoint, (call) => eraseMe(gateway, call));
}
