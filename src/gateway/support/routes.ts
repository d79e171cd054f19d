import {
  commentIncidentEndpoint,
  createAnonymousIncidentEndpoint,
  createIncidentEndpoint,
  getSupportIncidentEndpoint,
  listIncidentSubjectsEndpoint,
} from '../../contract/support.ts';
import type { Gateway } from '../gateway.ts';
import { type App, route } from '../http/route.ts';
import { commentIncident, createIncident, readIncident } from './incidents.ts';

/** The limit keeps a link's token from being guessed. */
const guarded = { limit: { address: { calls: 120, seconds: 60 } } };

const creating = { status: 201, limit: { address: { calls: 60, seconds: 60 } } } as const;

export function supportRoutes(app: App, gateway: Gateway): void {
  const { database } = gateway;

  route(app, gateway, listIncidentSubjectsEndpoint, async () => gateway.snapshot.incidentSubjects);

  route(app, gateway, createIncidentEndpoint, (call) => createIncident(gateway, call), creating);
  route(
    app,
    gateway,
    createAnonymousIncidentEndpoint,
    (call) => createIncident(gateway, call),
    creating,
  );

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
