import type { SupportIncident } from '../../contract/support.ts';
import type { Queries } from '../db/database.ts';
import { findComments, findIncident, type IncidentRecord } from '../db/queries/incidents.ts';
import { type ApiError, apiError } from '../http/refusal.ts';
import { tokenHash } from './open-incident.ts';

/** The two things that open a conversation together. */
export interface IncidentKeys {
  token: string;
  email: string;
}

/** A conversation; a wrong token and a wrong e-mail are told apart in no way (SUP-13). */
export async function readIncident(
  queries: Queries,
  keys: IncidentKeys,
): Promise<SupportIncident | ApiError> {
  const incident = await findByKeys(queries, keys);
  return incident ? incidentAnswer(queries, incident) : apiError('NOT_FOUND');
}

export function findByKeys(
  queries: Queries,
  { token, email }: IncidentKeys,
): Promise<IncidentRecord | null> {
  return findIncident(queries, { tokenSha256: tokenHash(token), email: email.trim() });
}

/** The conversation, oldest comment first. */
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
