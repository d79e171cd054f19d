import { addMs, dayMs } from '../../rules/dates.ts';
import type { Database, Queries } from '../db/database.ts';
import { inFilter, type ListPage, pageSql, pageValues } from '../db/queries/list-filter.ts';
import type { EmailEvent, EmailKind } from './queue-email.ts';

export const emailStates = ['QUEUED', 'SENT', 'FAILED', 'DROPPED'] as const;
type EmailState = (typeof emailStates)[number];

export interface ClaimedEmail {
  id: number;
  campaignId: number;
  consumerId: number | null;
  name: string | null;
  to: string;
  event: EmailEvent;
  messageId: string;
  /** Attempts so far, including the current one. */
  attempts: number;
  createdAt: Date;
}

/** After this time another gateway tries, since the one that took the email must have died. */
const leaseMs = 5 * 60_000;

export async function claimDueEmails(
  database: Database,
  { campaignId, now, limit }: { campaignId: number; now: Date; limit: number },
): Promise<ClaimedEmail[]> {
  const rows = await database.query<
    Omit<ClaimedEmail, 'event'> & { kind: EmailKind; data: Record<string, unknown> }
  >(
    `with taken as (
       update emails set attempts = attempts + 1, next_at = $3, error = null where id in (
         select id from emails where campaign_id = $1 and next_at <= $2
         order by next_at, id limit $4 for update skip locked
       ) returning *
     )
     select taken.id, taken.campaign_id as "campaignId", consumer_id as "consumerId",
       case when type = 'PERSON' then left(split_part(name, ' ', 1), 30) end as name,
       to_address as "to", kind, data, message_id as "messageId", attempts,
       taken.created_at as "createdAt"
     from taken left join consumers on consumers.id = consumer_id
     order by taken.id`,
    [campaignId, now, addMs(now, leaseMs), limit],
  );
  return rows.map(({ kind, data, ...row }) => ({
    ...row,
    event: { kind, ...data } as EmailEvent,
  }));
}

export async function hasDueEmails(
  queries: Queries,
  { campaignId, now, atLeast }: { campaignId: number; now: Date; atLeast: number },
): Promise<boolean> {
  const rows = await queries.query(
    'select from emails where campaign_id = $1 and next_at <= $2 limit 1 offset $3',
    [campaignId, now, atLeast - 1],
  );
  return rows.length === 1;
}

/** Clears address and data. Does nothing when another gateway took the email after the lease. */
export async function endEmail(
  queries: Queries,
  { id, attempts, state, now }: EmailAttempt & { state: 'SENT' | 'DROPPED' },
): Promise<void> {
  await queries.query(
    `update emails set state = $3, to_address = null, data = '{}', next_at = null, error = null,
       ended_at = $4
     where id = $1 and attempts = $2`,
    [id, attempts, state, now],
  );
}

type EmailAttempt = Pick<ClaimedEmail, 'id' | 'attempts'> & { now: Date };

/** @param nextAt null gives up: then only an operator can have it sent again */
export async function postponeEmail(
  queries: Queries,
  { id, attempts, nextAt, error, now }: EmailAttempt & { nextAt: Date | null; error: string },
): Promise<void> {
  await queries.query(
    `update emails set next_at = $3::timestamptz, error = $4,
       state = case when $3::timestamptz is null then 'FAILED' else state end,
       ended_at = case when $3::timestamptz is null then $5::timestamptz end
     where id = $1 and attempts = $2`,
    [id, attempts, nextAt, error, now],
  );
}

/**
 * Makes failed emails, and those waiting for their next try, due now. An email being sent has no
 * error yet, so it is left alone. @returns the emails that are due now
 */
export function retryEmails(
  queries: Queries,
  { id, campaignId, now }: { id: number | null; campaignId: number | null; now: Date },
): Promise<ListedEmail[]> {
  return queries.query(
    `update emails set state = 'QUEUED', next_at = $2, ended_at = null
     where ($1::bigint is null or id = $1) and ($3::bigint is null or campaign_id = $3)
       and to_address is not null
       and (state = 'FAILED' or state = 'QUEUED' and error is not null)
     returning ${listColumnsSql}`,
    [id, now, campaignId],
  );
}

export interface ListedEmail {
  id: number;
  kind: EmailKind;
  state: EmailState;
  consumerId: number | null;
  to: string | null;
  attempts: number;
  createdAt: Date;
  nextAt: Date | null;
  endedAt: Date | null;
  error: string | null;
}

const listColumnsSql = `emails.id, kind, state, consumer_id as "consumerId", to_address as "to",
  attempts, emails.created_at as "createdAt", next_at as "nextAt", ended_at as "endedAt", error`;

const listFilterSql = inFilter({
  campaign: 'emails.campaign_id',
  status: 'state',
  email: 'coalesce(lower(to_address), consumers.email)',
  key: 'kind',
  at: 'emails.created_at',
});

export function findEmails(queries: Queries, page: ListPage): Promise<ListedEmail[]> {
  return queries.query(
    `select ${listColumnsSql} from emails left join consumers on consumers.id = consumer_id
     where ${listFilterSql} order by emails.id desc ${pageSql}`,
    pageValues(page),
  );
}

export function findEmailsOf(
  queries: Queries,
  consumerId: number,
): Promise<{ kind: EmailKind; createdAt: Date; sentAt: Date | null }[]> {
  return queries.query(
    `select kind, created_at as "createdAt", case when state = 'SENT' then ended_at end as "sentAt"
     from emails where consumer_id = $1 and state <> 'DROPPED' order by id`,
    [consumerId],
  );
}

/** Alerts stay with the address of their day: its owner may be the one to warn. */
const alertKinds: readonly EmailKind[] = [
  'PASSWORD_CHANGED',
  'PAYMENT_KEY_CHANGED',
  'BANK_ACCOUNT_CHANGED',
  'ADDRESS_CHANGED',
  'PHONE_CHANGED',
  'EMAIL_CHANGED',
  'DATA_EXPORTED',
];

export async function readdressEmails(
  queries: Queries,
  { consumerId, from, to }: { consumerId: number; from: string; to: string },
): Promise<void> {
  await queries.query(
    `update emails set to_address = $3
     where consumer_id = $1 and lower(to_address) = $2 and kind <> all($4)
       and state in ('QUEUED', 'FAILED')`,
    [consumerId, from, to, alertKinds],
  );
}

/** Includes emails queued to the address without an account, such as answers of support. */
export async function eraseEmails(
  queries: Queries,
  { id, campaignId, email }: { id: number; campaignId: number; email: string },
): Promise<void> {
  await queries.query(
    `delete from emails where consumer_id = $1
       or (campaign_id = $2 and consumer_id is null and lower(to_address) = $3)`,
    [id, campaignId, email],
  );
}

/** How long an operator can retry a failed email; then its address and data are cleared. */
const failedDays = 30;

export async function eraseFailedEmails(queries: Queries, now: Date): Promise<void> {
  await queries.query(
    `update emails set to_address = null, data = '{}'
     where state = 'FAILED' and to_address is not null and ended_at < $1`,
    [addMs(now, -failedDays * dayMs)],
  );
}
