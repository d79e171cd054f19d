import { pathOf } from '../../contract/endpoint.ts';
import { commentIncidentEndpoint } from '../../contract/support.ts';
import { findOne, named, one, type Queries, type Transaction } from '../db/database.ts';
import { inFilter, type ListPage, pageSql } from '../db/queries/list-filters.ts';

export const incidentStatuses = ['OPEN', 'ANSWERED', 'RESOLVED'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export interface IncidentRecord {
  id: number;
  protocolNumber: string;
  name: string;
  email: string;
  subject: string;
  description: string;
  status: IncidentStatus;
  createdAt: Date;
}

interface NewIncident extends Omit<IncidentRecord, 'id' | 'status'> {
  campaignId: number;
  consumerId: number | null;
  tokenSha256: string;
  subjectId: number;
}

export interface IncidentComment {
  userType: 'AGENT' | 'CONSUMER';
  authorName: string | null;
  description: string;
  createdAt: Date;
}

const columnsSql = `incidents.id, incidents.protocol_number as "protocolNumber", incidents.name,
  incidents.email, incidents.subject, incidents.description, incidents.status,
  incidents.created_at as "createdAt"`;

/** @returns null when the protocol number is taken */
export async function insertIncident(
  queries: Queries,
  incident: NewIncident,
): Promise<number | null> {
  const row = await findOne<{ id: number }>(
    queries,
    ...named(
      `insert into incidents (
         campaign_id, consumer_id, protocol_number, token_sha256, name, email, subject_id, subject,
         description, status, created_at
       ) values (
         $campaignId, $consumerId, $protocolNumber, $tokenSha256, $name, $email, $subjectId, $subject,
         $description, 'OPEN', $createdAt
       )
       on conflict (protocol_number) do nothing
       returning id`,
      incident,
    ),
  );
  return row?.id ?? null;
}

export function findIncident(
  queries: Queries,
  { tokenSha256, email }: { tokenSha256: string; email: string },
): Promise<IncidentRecord | null> {
  return findOne<IncidentRecord>(
    queries,
    `select ${columnsSql} from incidents
     where (incidents.token_sha256 = $1 or incidents.id = (
       select incident_links.incident_id from incident_links where incident_links.token_sha256 = $1
     )) and lower(incidents.email) = lower($2)`,
    [tokenSha256, email],
  );
}

export function findIncidentById(queries: Queries, id: number): Promise<IncidentRecord | null> {
  return findOne<IncidentRecord>(queries, `select ${columnsSql} from incidents where id = $1`, [
    id,
  ]);
}

/** Oldest first. Without a sign-in, an email address proves nothing: anyone can type it. */
export function findIncidentsOf(queries: Queries, consumerId: number): Promise<IncidentRecord[]> {
  return queries.query(`select ${columnsSql} from incidents where consumer_id = $1 order by id`, [
    consumerId,
  ]);
}

export async function findStrangersIncidents(
  queries: Queries,
  campaignId: number,
): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    `select id from incidents where campaign_id = $1 and consumer_id is null and status <> 'OPEN'
     order by id`,
    [campaignId],
  );
  return rows.map(({ id }) => id);
}

export type LockedIncident = IncidentRecord & Pick<NewIncident, 'campaignId' | 'consumerId'>;

export function lockIncident(queries: Transaction, id: number): Promise<LockedIncident | null> {
  return findOne<LockedIncident>(
    queries,
    `select ${columnsSql}, campaign_id as "campaignId", consumer_id as "consumerId"
     from incidents where id = $1 for no key update`,
    [id],
  );
}

export async function insertIncidentLink(
  queries: Queries,
  { incidentId, tokenSha256 }: { incidentId: number; tokenSha256: string },
): Promise<void> {
  await queries.query('insert into incident_links (token_sha256, incident_id) values ($1, $2)', [
    tokenSha256,
    incidentId,
  ]);
}

export async function setIncidentStatus(
  queries: Queries,
  { id, status }: { id: number; status: IncidentStatus },
): Promise<void> {
  await queries.query('update incidents set status = $2 where id = $1', [id, status]);
}

/** A person's conversations follow their corrected email, which then opens the links to them. */
export async function readdressIncidents(
  queries: Queries,
  { consumerId, from, to }: { consumerId: number; from: string; to: string },
): Promise<void> {
  await queries.query(
    'update incidents set email = $3 where consumer_id = $1 and lower(email) = $2',
    [consumerId, from, to],
  );
}

/** Deletes comments, links and emails of the incident too. @returns false when there is none */
export async function deleteIncident(queries: Queries, id: number): Promise<boolean> {
  // Locked first: a comment that is being written would keep its conversation from being deleted.
  const incident = await lockIncident(queries, id);
  if (!incident) return false;
  await queries.query(
    `delete from emails where campaign_id = $1 and kind in ('SUPPORT_OPENED', 'SUPPORT_ANSWERED')
       and data ->> 'protocolNumber' = $2`,
    [incident.campaignId, incident.protocolNumber],
  );
  await deleteCommentResponses(queries, [id]);
  await queries.query('delete from incident_comments where incident_id = $1', [id]);
  await queries.query('delete from incidents where id = $1', [id]);
  return true;
}

export async function deleteCommentResponses(
  queries: Queries,
  incidentIds: readonly number[],
): Promise<void> {
  await queries.query(
    `delete from idempotency_keys where route = any($1) and route like 'POST /api/incident/%'`,
    [incidentIds.map((id) => `POST ${pathOf(commentIncidentEndpoint.path, { incidentId: id })}`)],
  );
}

const listFilterSql = inFilter({
  campaign: 'incidents.campaign_id',
  status: 'incidents.status',
  email: 'lower(incidents.email)',
  key: 'incidents.protocol_number',
  at: 'incidents.created_at',
});

/** Filtering by CPF misses requests of people who were not signed in. */
export function findIncidents(
  queries: Queries,
  page: ListPage,
): Promise<(IncidentRecord & { messages: number })[]> {
  return queries.query(
    ...named(
      `select ${columnsSql}, ${messagesSql} as messages from incidents
         left join consumers on consumers.id = incidents.consumer_id
       where ${listFilterSql} order by incidents.id desc ${pageSql}`,
      page,
    ),
  );
}

export async function insertComment(
  queries: Queries,
  incidentId: number,
  { userType, authorName, description, createdAt }: IncidentComment,
): Promise<void> {
  await queries.query(
    `insert into incident_comments
       (incident_id, user_type, author_name, description, created_at)
     values ($1, $2, $3, $4, $5)`,
    [incidentId, userType, authorName, description, createdAt],
  );
}

const messagesSql = `1 + (
  select count(*) from incident_comments where incident_comments.incident_id = incidents.id
)`;

/** Of both sides, the one that opened the conversation included. */
export async function countMessages(queries: Queries, incidentId: number): Promise<number> {
  const row = await findOne<{ messages: number }>(
    queries,
    `select ${messagesSql} as messages from incidents where id = $1`,
    [incidentId],
  );
  return row?.messages ?? 0;
}

/** How many comments of a consumer follow the last one of support. */
export async function countUnanswered(queries: Queries, incidentId: number): Promise<number> {
  const row = await one<{ unanswered: number }>(
    queries,
    `select count(*) as unanswered from incident_comments
     where incident_id = $1 and id > coalesce(
       (select max(id) from incident_comments where incident_id = $1 and user_type = 'AGENT'), 0
     )`,
    [incidentId],
  );
  return row.unanswered;
}

export function findComments(queries: Queries, incidentId: number): Promise<IncidentComment[]> {
  return queries.query(
    `select user_type as "userType", author_name as "authorName", description,
       created_at as "createdAt"
     from incident_comments where incident_id = $1 order by created_at, id`,
    [incidentId],
  );
}
