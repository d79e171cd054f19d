import { hash, randomInt } from 'node:crypto';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { Access } from '../../contract/endpoint.ts';
import { isSameId } from '../../contract/primitives.ts';
import {
  type IncidentCreate,
  isOtherSubject,
  maxSupportTextLength,
  type SupportIncident,
} from '../../contract/support.ts';
import { dayInSaoPaulo } from '../../rules/dates.ts';
import { refusalDetails } from '../../rules/messages/messages.ts';
import { checkEmail, normaliseEmail } from '../../rules/people/person-fields.ts';
import {
  checkLine,
  checkRequired,
  type FieldViolation,
  fieldViolations,
} from '../../rules/violation.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { lockConsumer } from '../db/queries/consumers.ts';
import { newConversationLink } from '../emails/email-links.ts';
import {
  type ConfirmationCause,
  type EmailEvent,
  queueConfirmation,
  queueEmail,
} from '../emails/queue-email.ts';
import type { Gateway } from '../gateway.ts';
import { checkBot, limitAccount, limitAddress } from '../http/rate-limit.ts';
import type { RouteCall } from '../http/route.ts';
import {
  changedSince,
  isRefusal,
  notAllowedNow,
  type Refusal,
  refuse,
  refuseFields,
} from '../refusal.ts';
import {
  countMessages,
  countUnanswered,
  findComments,
  findIncident,
  findIncidentById,
  type IncidentComment,
  type IncidentRecord,
  type IncidentStatus,
  insertComment,
  insertIncident,
  insertIncidentLink,
  type LockedIncident,
  lockIncident,
  setIncidentStatus,
} from './queries.ts';

/** The answer lacks the link's token, which is sent by email only. */
interface CreatedIncident {
  id: number;
  protocolNumber: string;
}

const creationLimit = {
  account: { calls: 20, seconds: 3600 },
  address: { calls: 300, seconds: 3600, queueWhenExceeded: true },
};

type CreateCall = Pick<
  RouteCall<IncidentCreate, CreatedIncident, Access>,
  'body' | 'consumer' | 'address' | 'now' | 'idempotent'
>;

export async function createIncident(
  gateway: Gateway,
  { body, consumer, address, now, idempotent }: CreateCall,
): Promise<CreatedIncident | Refusal> {
  const name = 'conversations';
  const refusal =
    (await checkIncident(gateway, { body, address })) ??
    (consumer && (await limitAccount(gateway, name, consumer.id, creationLimit))) ??
    (await limitAddress(gateway, name, address, creationLimit));
  if (refusal) return refusal;
  const consumerId = consumer?.id ?? null;
  const isOwn = consumer?.email === normaliseEmail(body.email);
  const cause = isOwn ? 'ACCOUNT' : 'STRANGER';
  return idempotent((queries) => writeIncident(gateway, queries, { body, consumerId, cause, now }));
}

async function checkIncident(
  gateway: Gateway,
  { body, address }: { body: IncidentCreate; address: string },
): Promise<Refusal | null> {
  const violations = incidentViolations(body, gateway.snapshot);
  if (violations.length > 0) return refuseFields(violations);
  const refusal = checkTextLength(body.description);
  if (refusal) return refusal;
  const token = body.recaptchaToken;
  return checkBot(gateway, { token, action: 'create_incident', address });
}

const protocolAttempts = 5;

export async function writeIncident(
  gateway: Gateway,
  queries: Transaction,
  call: {
    body: IncidentCreate;
    consumerId: number | null;
    cause: ConfirmationCause;
    now: Date;
  },
): Promise<CreatedIncident> {
  const { body, consumerId, cause, now } = call;
  if (consumerId !== null) await lockConsumer(queries, consumerId);
  const { link, token } = await newConversationLink(queries);
  const { campaignId } = gateway;
  const to = body.email.trim();
  for (let attempt = 1; attempt <= protocolAttempts; attempt += 1) {
    const protocolNumber = newProtocolNumber(now);
    const id = await insertIncident(queries, {
      campaignId,
      consumerId,
      protocolNumber,
      tokenSha256: tokenHash(token),
      name: body.name.trim(),
      email: to,
      subjectId: Number(body.subjectId),
      subject: body.subject.trim(),
      description: body.description.trim(),
      createdAt: now,
    });
    if (id === null) continue;
    await queueConfirmation(gateway, queries, {
      campaignId,
      consumerId,
      to,
      event: { kind: 'SUPPORT_OPENED', protocolNumber, link },
      cause,
      dedupeKey: `support-opened/${id}`,
      now,
    });
    return { id, protocolNumber };
  }
  throw new Error('No protocol number was free');
}

function checkTextLength(text: string): Refusal | null {
  if (text.length <= maxSupportTextLength) return null;
  const message = refusalDetails.supportTextLength(maxSupportTextLength);
  return refuse('TOO_LARGE', { message, fields: [{ field: 'description', message }] });
}

/** Only the hash is stored, so a copy of the database opens no conversation. */
function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

function incidentViolations(body: IncidentCreate, campaign: CampaignSnapshot): FieldViolation[] {
  const isKnownSubject = campaign.incidentSubjects.some(({ id }) => isSameId(id, body.subjectId));
  return fieldViolations([
    ['name', checkLine(body.name)],
    ['email', checkEmail(body.email)],
    ['subjectId', isKnownSubject || isOtherSubject(body.subjectId) ? null : 'OPTION'],
    ['subject', checkLine(body.subject)],
    ['description', checkRequired(body.description)],
  ]);
}

function newProtocolNumber(now: Date): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  return `${dayInSaoPaulo(now).replaceAll('-', '')}${digits}`;
}

/** After so many comments in a row, the next waits for an answer: a script could flood support. */
const maxUnanswered = 20;

/** Answers this comment alone: stored answers with the whole conversation would grow with each. */
export async function commentIncident(
  queries: Queries,
  call: { id: string; description: string; keys: IncidentKeys; now: Date },
): Promise<IncidentComment | Refusal> {
  const { description, keys, now } = call;
  const ownIncident = await findByKeys(queries, keys);
  if (!ownIncident || String(ownIncident.id) !== call.id) return refuse('NOT_FOUND');
  const empty = checkRequired(description);
  if (empty) return refuseFields([{ field: 'description', violation: empty }]);
  const refusal = checkTextLength(description);
  if (refusal) return refusal;
  const incident = await lockOpenIncident(queries, ownIncident.id);
  if (isRefusal(incident)) return incident;
  const { id, name: authorName } = ownIncident;
  if ((await countUnanswered(queries, id)) >= maxUnanswered) {
    return notAllowedNow(refusalDetails.conversationUnanswered);
  }
  const text = description.trim();
  const comment = { userType: 'CONSUMER', authorName, description: text, createdAt: now } as const;
  await insertComment(queries, id, comment);
  await setIncidentStatus(queries, { id, status: 'OPEN' });
  return comment;
}

export async function answerIncident(
  queries: Queries,
  answer: {
    id: number;
    description: string;
    authorName: string | null;
    resolves: boolean;
    since?: IncidentSeen;
    now: Date;
  },
): Promise<SupportIncident | Refusal> {
  const { id, description, authorName, resolves, since, now } = answer;
  const incident = await lockOpenIncident(queries, id, since);
  if (isRefusal(incident)) return incident;
  const status = resolves ? 'RESOLVED' : 'ANSWERED';
  await insertComment(queries, id, { userType: 'AGENT', authorName, description, createdAt: now });
  await setIncidentStatus(queries, { id, status });
  await queueAnswerEmail(queries, incident, now);
  return incidentAnswer(queries, { ...incident, status });
}

/** What the operator saw: refused if it has another status, or not as many messages, by now. */
interface IncidentSeen {
  expected: readonly IncidentStatus[] | null;
  messages: number | null;
}

async function lockOpenIncident(
  queries: Queries,
  id: number,
  { expected, messages }: IncidentSeen = { expected: null, messages: null },
): Promise<LockedIncident | Refusal> {
  const incident = await lockIncident(queries, id);
  if (!incident) return refuse('NOT_FOUND');
  if (expected && !expected.includes(incident.status)) return changedSince(incident.status);
  if (messages !== null) {
    const count = await countMessages(queries, id);
    if (count !== messages) return notAllowedNow(seenProblem(count, messages));
  }
  return incident.status === 'RESOLVED'
    ? notAllowedNow(refusalDetails.conversationClosed)
    : incident;
}

function seenProblem(count: number, seen: number): string {
  const messages = count === 1 ? '1 mensagem' : `${count} mensagens`;
  const has = count > seen ? `agora tem ${messages}` : `tem só ${messages}`;
  return `A conversa ${has}, e nada foi mudado.`;
}

/** The email has a new link, because only the hash of the first one is stored. */
async function queueAnswerEmail(
  queries: Queries,
  { id: incidentId, campaignId, consumerId, email: to, protocolNumber }: LockedIncident,
  now: Date,
): Promise<void> {
  const { link, token } = await newConversationLink(queries);
  await insertIncidentLink(queries, { incidentId, tokenSha256: tokenHash(token) });
  const event: EmailEvent = { kind: 'SUPPORT_ANSWERED', protocolNumber, link };
  await queueEmail(queries, { campaignId, consumerId, to, event, now });
}

export async function closeIncident(
  queries: Queries,
  id: number,
  since: IncidentSeen,
): Promise<SupportIncident | Refusal> {
  const incident = await lockOpenIncident(queries, id, since);
  if (isRefusal(incident)) return incident;
  await setIncidentStatus(queries, { id, status: 'RESOLVED' });
  return incidentAnswer(queries, { ...incident, status: 'RESOLVED' });
}

export async function reopenIncident(
  queries: Queries,
  id: number,
): Promise<SupportIncident | Refusal> {
  const incident = await lockIncident(queries, id);
  if (!incident) return refuse('NOT_FOUND');
  if (incident.status !== 'RESOLVED') {
    return notAllowedNow('Este atendimento não está encerrado.');
  }
  await setIncidentStatus(queries, { id, status: 'OPEN' });
  return incidentAnswer(queries, { ...incident, status: 'OPEN' });
}

export async function readIncidentById(
  queries: Queries,
  id: number,
): Promise<SupportIncident | Refusal> {
  const incident = await findIncidentById(queries, id);
  return incident ? incidentAnswer(queries, incident) : refuse('NOT_FOUND');
}

interface IncidentKeys {
  token: string;
  email: string;
}

/** A wrong token and a wrong e-mail get the same answer. */
export async function readIncident(
  queries: Queries,
  keys: IncidentKeys,
): Promise<SupportIncident | Refusal> {
  const incident = await findByKeys(queries, keys);
  return incident ? incidentAnswer(queries, incident) : refuse('NOT_FOUND');
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
    createdAt: incident.createdAt.toISOString(),
    consumerDetail: { name: incident.name, description: incident.description },
    comments: comments.map(({ createdAt, userType, authorName, description }) => ({
      createdAt: createdAt.toISOString(),
      userType,
      authorName,
      description,
    })),
  };
}
