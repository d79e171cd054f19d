import type { BodyOf } from '../contract/endpoint.ts';
import type { Id } from '../contract/primitives.ts';
import * as contract from '../contract/support.ts';
import { environment } from '../environment.ts';
import { call } from './call.ts';

const botAction = 'create_incident';

export const fetchIncidentSubjects = () => call(contract.listIncidentSubjects);

/** Of somebody who is signed in. */
export const createIncident = (body: contract.IncidentCreate, idempotencyKey: string) =>
  call(contract.createIncident, { body, idempotencyKey, botAction });

export const createAnonymousIncident = (body: contract.IncidentCreate, idempotencyKey: string) =>
  call(contract.createAnonymousIncident, {
    parameters: { campaignId: environment().site.campaign.id },
    body,
    idempotencyKey,
    botAction,
  });

/** Token and e-mail travel as headers, never in the address. */
export const fetchSupportIncident = (token: string, email: string) =>
  call(contract.getSupportIncident, { headers: { token, email } });

export const commentIncident = (
  incidentId: Id,
  body: BodyOf<typeof contract.commentIncident>,
  idempotencyKey: string,
) =>
  call(contract.commentIncident, {
    parameters: { incidentId },
    query: { type: 'CONSUMER' },
    body,
    idempotencyKey,
  });
