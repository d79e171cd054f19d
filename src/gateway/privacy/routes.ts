import type { AnswerOf } from '../../contract/endpoint.ts';
import {
  eraseMe,
  getPersonalData,
  giveConsent,
  listConsents,
  withdrawConsent,
} from '../../contract/personal-data.ts';
import { endConsent, readConsents, recordConsent } from '../consumers/consents.ts';
import { inSnapshot } from '../db/database.ts';
import { removeUnlessKept } from '../db/queries/identity.ts';
import { type EmailEvent, queueEmail } from '../emails/queue-email.ts';
import type { Gateway } from '../gateway.ts';
import { ownOrigin } from '../http/origin.ts';
import { type App, type RouteCall, route } from '../http/route.ts';
import { bearerOf } from '../http/session.ts';
import { deleteReleasedFiles } from '../receipts/receipt-files.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { eraseConsumer } from './erase.ts';
import { publishErasures } from './erasure-list.ts';
import { recordUserRemoved } from './queries.ts';
import { readPersonalData } from './read-personal-data.ts';

const exportLimit = {
  account: { calls: 20, seconds: 3600 },
  address: { calls: 1200, seconds: 3600 },
};

export function personalDataRoutes(app: App, gateway: Gateway): void {
  const { database, settings } = gateway;

  route(app, gateway, getPersonalData, (call) => exportData(gateway, call), {
    limit: exportLimit,
    fileName: 'dados-pessoais.json',
  });

  route(app, gateway, listConsents, ({ consumer }) =>
    readConsents(database, gateway.snapshot.campaign, consumer.id),
  );

  route(app, gateway, withdrawConsent, ({ consumer, parameters: { code = '' }, now, idempotent }) =>
    idempotent((queries) =>
      endConsent(queries, gateway.snapshot.campaign, { consumerId: consumer.id, code, now }),
    ),
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
  );

  route(app, gateway, eraseMe, (call) => eraseAccount(gateway, call));
}

type SignedInCall<Answer = unknown> = RouteCall<unknown, Answer, 'consumer'>;

/** Also tells the person by email that their data was handed out. */
function exportData(
  { database, snapshot, settings }: Gateway,
  { consumer, request, now }: Pick<SignedInCall, 'consumer' | 'request' | 'now'>,
): Promise<AnswerOf<typeof getPersonalData>> {
  const { id: consumerId, campaignId, email: to } = consumer;
  return inSnapshot(database, async (queries) => {
    const origin = ownOrigin(request, settings);
    const data = await readPersonalData(queries, snapshot, { consumer, origin, now });
    const event: EmailEvent = { kind: 'DATA_EXPORTED' };
    await queueEmail(queries, { campaignId, consumerId, to, event, now });
    return data;
  });
}

async function eraseAccount(
  gateway: Gateway,
  { consumer, request, now, idempotent }: SignedInCall<AnswerOf<typeof eraseMe>>,
): Promise<AnswerOf<typeof eraseMe> | Refusal> {
  const erased = await idempotent((queries) =>
    eraseConsumer(queries, gateway.snapshot.campaign, {
      consumerId: consumer.id,
      requestedBy: 'CONSUMER',
      now,
    }),
  );
  if (isRefusal(erased)) return erased;
  gateway.runInBackground('account removal', async () => {
    await gateway.identity.removeUser(bearerOf(request), (remove) =>
      removeUnlessKept(gateway.database, consumer.identityId, remove),
    );
    await recordUserRemoved(gateway.database, consumer.id);
  });
  gateway.runInBackground('file removal', () => deleteReleasedFiles(gateway));
  gateway.runInBackground('erasure list', () => publishErasures(gateway));
  return erased;
}
