import type { SupportIncident } from '../../contract/support.ts';
import { checkRequired } from '../../rules/violation.ts';
import type { Queries } from '../db/database.ts';
import { queueEmail } from '../emails/queue.ts';
import { newConversationLink } from '../emails/signed-links.ts';
import { type ApiError, apiError, fieldErrors } from '../http/api-error.ts';
import { refuseLongText, tokenHash } from './open.ts';
import {
  findComments,
  findIncident,
  type IncidentRecord,
  insertComment,
  insertIncidentLink,
  type LockedIncident,
  lockIncident,
  setIncidentStatus,
} from './queries.ts';

const closed = 'Atendimento Encerrado';

export async function addComment(
  queries: Queries,
  call: { id: string; description: string; keys: IncidentKeys; now: Date },
): Promise<SupportIncident | ApiError> {
  const { description, keys, now } = call;
  const found = await findByKeys(queries, keys);
  if (!found || String(found.id) !== call.id) return apiError('NOT_FOUND');
  const empty = checkRequired(description);
  if (empty) return fieldErrors([{ field: 'description', violation: empty }]);
  const tooLong = refuseLongText(description);
  if (tooLong) return tooLong;
  const incident = await lockIncident(queries, found.id);
  if (incident?.status === 'RESOLVED') return apiError('NOT_ALLOWED_NOW', { message: closed });
  await insertComment(queries, found.id, {
    userType: 'CONSUMER',
    authorName: found.name,
    description: description.trim(),
    createdAt: now,
  });
  await setIncidentStatus(queries, { id: found.id, status: 'OPEN' });
  return incidentAnswer(queries, { ...found, status: 'OPEN' });
}

export async function answerIncident(
  queries: Queries,
  answer: { id: number; description: string; authorName: string; resolves: boolean; now: Date },
): Promise<SupportIncident | ApiError> {
  const { id, description, authorName, resolves, now } = answer;
  const incident = await lockIncident(queries, id);
  if (!incident) return apiError('NOT_FOUND');
  if (incident.status === 'RESOLVED') return apiError('NOT_ALLOWED_NOW', { message: closed });
  const status = resolves ? 'RESOLVED' : 'ANSWERED';
  await insertComment(queries, id, { userType: 'AGENT', authorName, description, createdAt: now });
  await setIncidentStatus(queries, { id, status });
  await queueAnswerEmail(queries, incident, now);
  return incidentAnswer(queries, { ...incident, status });
}

/** The email has a new link, because only the hash of the first one is stored. */
async function queueAnswerEmail(
  queries: Queries,
  { id: incidentId, campaignId, consumerId, email: to, protocolNumber }: LockedIncident,
  now: Date,
): Promise<void> {
  const { link, token } = await newConversationLink(queries);
  await insertIncidentLink(queries, { incidentId, tokenSha256: tokenHash(token) });
  const event = { kind: 'SUPPORT_ANSWERED', protocolNumber, link } as const;
  await queueEmail(queries, { campaignId, consumerId, to, event, now });
}

/** Takes no more comments; its link still opens it. */
export async function closeIncident(
  queries: Queries,
  id: number,
): Promise<SupportIncident | ApiError> {
  const incident = await lockIncident(queries, id);
  if (!incident) return apiError('NOT_FOUND');
  if (incident.status === 'RESOLVED') return apiError('NOT_ALLOWED_NOW', { message: closed });
  await setIncidentStatus(queries, { id, status: 'RESOLVED' });
  return incidentAnswer(queries, { ...incident, status: 'RESOLVED' });
}

/** For the operator, who needs no keys. */
export async function findConversation(
  queries: Queries,
  id: number,
): Promise<SupportIncident | ApiError> {
  const incident = await lockIncident(queries, id);
  return incident ? incidentAnswer(queries, incident) : apiError('NOT_FOUND');
}

interface IncidentKeys {
  token: string;
  email: string;
}

/** A wrong token and a wrong e-mail get the same answer. */
export async function readIncident(
  queries: Queries,
  keys: IncidentKeys,
): Promise<SupportIncident | ApiError> {
  const incident = await findByKeys(queries, keys);
  return incident ? incidentAnswer(queries, incident) : apiError('NOT_FOUND');
}

function findByKeys(
  queries: Queries,
  { token, email }: IncidentKeys,
): Promise<IncidentRecord | null> {
  return findIncident(queries, { tokenSha256: tokenHash(token), email: email.trim() });
}

export async function incidentAnswer(
  queries: Queries,
  incident: IncidentRecord,
): Promise<SupportIncident> {
  const comments = await findComments(queries, incident.id);
  return {
    id: incident.id,
    protocolNumber: incident.protocolNumber,
    status: incident.status,
    consumerDetail: { name: incident.name, description: incident.description },
    comments: comments.map(({ createdAt, userType, authorName, description }) => ({
      createdAt: createdAt.toISOString(),
      userType,
      authorName,
      description,
    })),
  };
}
