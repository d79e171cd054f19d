import {
  commentIncidentEndpoint,
  createAnonymousIncidentEndpoint,
  createIncidentEndpoint,
  getSupportIncidentEndpoint,
  type IncidentCreate,
  listIncidentSubjectsEndpoint,
} from '../../contract/support.ts';
import { normaliseEmail } from '../../rules/people/person-fields.ts';
import type { Queries } from '../db/database.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import type { Gateway } from '../gateway.ts';
import { countConfirmationEmail, limitAccount, limitAddress } from '../http/rate-limit.ts';
import { type App, route } from '../http/route.ts';
import type { Refusal } from '../refusal.ts';
import {
  checkIncident,
  commentIncident,
  createIncident,
  type OpenedIncident,
  readIncident,
} from './incidents.ts';

/** The limit keeps a link's token from being guessed. */
const guarded = { limit: { address: { calls: 120, seconds: 60 } } };

const opening = { status: 201, limit: { address: { calls: 60, seconds: 60 } } } as const;

const openingLimit = {
  account: { calls: 20, seconds: 3600 },
  address: { calls: 300, seconds: 3600, queueWhenExceeded: true },
};

interface IncidentCall {
  body: IncidentCreate;
  consumer: ConsumerRecord | null;
  address: string;
  now: Date;
  idempotent(
    work: (queries: Queries) => Promise<OpenedIncident>,
  ): Promise<OpenedIncident | Refusal>;
}

export function supportRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;

  route(app, gateway, listIncidentSubjectsEndpoint, async () => gateway.snapshot.incidentSubjects);

  route(app, gateway, createIncidentEndpoint, open, opening);
  route(app, gateway, createAnonymousIncidentEndpoint, open, opening);

  async function open({
    body,
    consumer,
    address,
    now,
    idempotent,
  }: IncidentCall): Promise<OpenedIncident | Refusal> {
    const name = 'conversations';
    const error =
      (await checkIncident(gateway, { body, address })) ??
      (consumer && (await limitAccount(gateway, name, consumer.id, openingLimit))) ??
      (await limitAddress(gateway, name, address, openingLimit));
    if (error) return error;
    const consumerId = consumer?.id ?? null;
    const isOwn = consumer?.email === normaliseEmail(body.email);
    return idempotent(async (queries) => {
      const email = await countConfirmationEmail(gateway, queries, {
        kind: 'SUPPORT_OPENED',
        to: body.email,
        cause: isOwn ? 'ACCOUNT' : 'STRANGER',
      });
      const isMailed = email === 'ALLOWED';
      return createIncident(queries, gateway.snapshot, { body, consumerId, isMailed, now });
    });
  }

  route(
    app,
    gateway,
    getSupportIncidentEndpoint,
    ({ request: { headers } }) =>
      readIncident(database, {
        token: headers.get('token') ?? '',
        email: headers.get('email') ?? '',
      }),
    guarded,
  );

  route(
    app,
    gateway,
    commentIncidentEndpoint,
    ({ body: { description, token, email }, now, idempotent, parameters }) =>
      idempotent((queries) =>
        commentIncident(queries, {
          id: parameters.incidentId ?? '',
          description,
          keys: { token, email },
          now,
        }),
      ),
    { ...guarded, status: 201 },
  );
}
