import { array, type Infer, object, optional, string, type } from 'superstruct';
import { get, send } from './endpoint.ts';
import { Id, list, maybe, Unread } from './primitives.ts';

export const IncidentSubject = type({ id: Id, description: string() });
export type IncidentSubject = Infer<typeof IncidentSubject>;

/** May be chosen in every campaign; the subject is then the typed title. */
export const otherSubject: IncidentSubject = { id: -1, description: 'Outros' };

export function isOtherSubject(id: Id | undefined): boolean {
  return String(id) === String(otherSubject.id);
}

/** Longest request or comment, in characters; a long email has some 5000. */
export const maxSupportTextLength = 10_000;

export const IncidentCreate = object({
  name: string(),
  email: string(),
  subjectId: Id,
  subject: string(),
  description: string(),
  recaptchaToken: optional(string()),
});
export type IncidentCreate = Infer<typeof IncidentCreate>;

export const SupportIncident = type({
  id: Id,
  protocolNumber: string(),
  status: string(),
  createdAt: optional(string()),
  consumerDetail: type({ name: maybe(string()), description: string() }),
  comments: list(
    array(
      type({
        createdAt: string(),
        userType: maybe(string()),
        authorName: maybe(string()),
        description: string(),
      }),
    ),
  ),
});
export type SupportIncident = Infer<typeof SupportIncident>;

export const listIncidentSubjectsEndpoint = get({
  path: '/api/incident/subject',
  access: 'public',
  answer: array(IncidentSubject),
});

export const createIncidentEndpoint = send('POST', {
  path: '/api/incident',
  access: 'consumer',
  botAction: 'create_incident',
  body: IncidentCreate,
  answer: Unread,
});

export const createAnonymousIncidentEndpoint = send('POST', {
  path: '/api/incident/campaign/:campaignId',
  access: 'public',
  botAction: 'create_incident',
  body: IncidentCreate,
  answer: Unread,
});

/** `token` and `email` travel as headers, never in the address. */
export const getSupportIncidentEndpoint = get({
  path: '/api/incident/consumer',
  access: 'public',
  answer: SupportIncident,
});

export const commentIncidentEndpoint = send('POST', {
  path: '/api/incident/:incidentId/comment',
  access: 'public',
  body: object({ id: Id, description: string(), token: string(), email: string() }),
  answer: Unread,
});
