import { createHash, randomInt } from 'node:crypto';
import type { CampaignSnapshot } from '../../campaign/snapshot.ts';
import type { IncidentCreate } from '../../contract/support.ts';
import { todayInSaoPaulo } from '../../rules/dates.ts';
import { checkEmail } from '../../rules/person.ts';
import {
  checkLine,
  checkRequired,
  type FieldViolation,
  fieldViolations,
} from '../../rules/violation.ts';
import type { Queries } from '../db/database.ts';
import { queueEmail } from '../emails/queue.ts';
import { newConversationLink } from '../emails/signed-links.ts';
import type { Gateway } from '../gateway.ts';
import { type ApiError, apiError, fieldErrors } from '../http/api-error.ts';
import { insertIncident } from './queries.ts';

/** The answer lacks the link's token, which is sent by email only. */
export interface OpenedIncident {
  id: number;
  protocolNumber: string;
}

/** Characters; a long email has some 5000. */
const longestText = 10_000;

const attempts = 5;

export async function checkIncident(
  { campaign, botCheck }: Gateway,
  body: IncidentCreate,
): Promise<ApiError | null> {
  const violations = incidentViolations(body, campaign);
  if (violations.length > 0) return fieldErrors(violations);
  const tooLong = refuseLongText(body.description);
  if (tooLong) return tooLong;
  const passes = await botCheck.passes(body.recaptchaToken, 'create_incident');
  return passes ? null : apiError('BOT_CHECK_FAILED');
}

export async function openIncident(
  queries: Queries,
  { campaign }: CampaignSnapshot,
  call: { body: IncidentCreate; consumerId: number | null; now: Date },
): Promise<OpenedIncident> {
  const { body, consumerId, now } = call;
  const { link, token } = await newConversationLink(queries);
  const campaignId = Number(campaign.id);
  const to = body.email.trim();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
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
    const event = { kind: 'SUPPORT_OPENED', protocolNumber, link } as const;
    const dedupeKey = `support-opened/${id}`;
    await queueEmail(queries, { campaignId, consumerId, to, event, dedupeKey, now });
    return { id, protocolNumber };
  }
  throw new Error('No protocol number was free');
}

export function refuseLongText(text: string): ApiError | null {
  if (text.length <= longestText) return null;
  const message = `A mensagem deve ter no máximo ${longestText} caracteres`;
  return apiError('TOO_LARGE', { message, fields: [{ field: 'description', message }] });
}

/** Only the hash is stored, so a copy of the database opens no conversation. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function incidentViolations(body: IncidentCreate, campaign: CampaignSnapshot): FieldViolation[] {
  const known = campaign.incidentSubjects.some(({ id }) => String(id) === String(body.subjectId));
  const isOther = String(body.subjectId) === '-1';
  return fieldViolations([
    ['name', checkLine(body.name)],
    ['email', checkEmail(body.email)],
    ['subjectId', known || isOther ? null : 'OPTION'],
    ['subject', checkLine(body.subject)],
    ['description', checkRequired(body.description)],
  ]);
}

function newProtocolNumber(now: Date): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  return `${todayInSaoPaulo(now).replaceAll('-', '')}${digits}`;
}
