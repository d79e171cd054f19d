import { addMs, dayMs, minuteMs } from '../../rules/dates.ts';
import {
  type Database,
  exists,
  findOne,
  luckyNumberSql,
  named,
  type Queries,
} from '../db/database.ts';
import { inFilter, type ListPage, pageSql } from '../db/queries/list-filters.ts';
import type { EmailedReceipt } from './common-texts.ts';
import {
  type EmailEvent,
  type EmailKind,
  emailKeyNumberSql,
  emailKeyOwnerSql,
  eventOf,
  takesBackSql,
} from './queue-email.ts';
import { maxNumbersShown } from './receipt-texts.ts';

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
const leaseMs = 5 * minuteMs;

/** One at a time: else a correction may overtake the congratulation that it takes back. */
const resultKindsSql = "('DRAW_WON', 'DRAW_CORRECTED', 'DRAW_PRIZE_LOST')";

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
           and not (kind in ${resultKindsSql} and exists (
             select from emails as earlier
             where earlier.consumer_id = emails.consumer_id and earlier.id < emails.id
               and earlier.kind in ${resultKindsSql} and earlier.state = 'QUEUED'
           ))
         order by next_at, id limit $4 for update skip locked
       ) returning *
     )
     select taken.id, taken.campaign_id as "campaignId", taken.consumer_id as "consumerId",
       case when consumers.type = 'PERSON' then left(split_part(consumers.name, ' ', 1), 30)
         end as name,
       taken.to_address as "to", taken.kind, taken.data, taken.message_id as "messageId",
       taken.attempts,
       taken.created_at as "createdAt"
     from taken left join consumers on consumers.id = taken.consumer_id
     order by taken.id`,
    [campaignId, now, addMs(now, leaseMs), limit],
  );
  return rows.map(({ kind, data, ...row }) => ({
    ...row,
    event: eventOf<EmailEvent>({ kind, data }),
  }));
}

export function hasDueEmails(
  queries: Queries,
  { campaignId, now, atLeast }: { campaignId: number; now: Date; atLeast: number },
): Promise<boolean> {
  return exists(
    queries,
    'select from emails where campaign_id = $1 and next_at <= $2 limit 1 offset $3',
    [campaignId, now, atLeast - 1],
  );
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
export async function recordFailedTry(
  queries: Queries,
  attempt: EmailAttempt & { nextAt: Date | null; error: string },
): Promise<void> {
  await queries.query(
    ...named(
      `update emails set next_at = $nextAt::timestamptz, error = $error,
         state = case when $nextAt::timestamptz is null then 'FAILED' else state end,
         ended_at = case when $nextAt::timestamptz is null then $now::timestamptz end
       where id = $id and attempts = $attempts`,
      attempt,
    ),
  );
}

/** Why an email failed that waited in a backup: it may have been sent since. */
const stoppedByRestore = 'RESTORED';

export async function stopWaitingEmails(queries: Queries, now: Date): Promise<number> {
  const stopped = await queries.query(
    `update emails set state = 'FAILED', next_at = null, ended_at = $1, error = $2
     where state = 'QUEUED' returning id`,
    [now, stoppedByRestore],
  );
  return stopped.length;
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

/** OTHERS: all but those that a restore stopped. */
export type RetriedEmails = number | 'RESTORED' | 'OTHERS';

/**
 * Makes failed emails, and those waiting for their next try, due now. An email being sent has no
 * error yet, so it is left alone. @returns the emails that are due now
 */
export function retryEmails(
  queries: Queries,
  { which, campaignId, now }: { which: RetriedEmails; campaignId: number | null; now: Date },
): Promise<ListedEmail[]> {
  return queries.query(
    ...named(
      `update emails set state = 'QUEUED', next_at = $now, ended_at = null
       where ${retriedSql(which)}
         and ($campaignId::bigint is null or campaign_id = $campaignId)
         and to_address is not null
         and (state = 'FAILED' or (state = 'QUEUED' and error is not null))
       returning ${listColumnsSql}`,
      { id: which, now, campaignId, stoppedByRestore },
    ),
  );
}

function retriedSql(which: RetriedEmails): string {
  if (which === 'RESTORED') return 'emails.error = $stoppedByRestore';
  return which === 'OTHERS' ? 'emails.error is distinct from $stoppedByRestore' : 'emails.id = $id';
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

const listColumnsSql = `emails.id, emails.kind, emails.state, emails.consumer_id as "consumerId",
  emails.to_address as "to", emails.attempts, emails.created_at as "createdAt",
  emails.next_at as "nextAt", emails.ended_at as "endedAt", emails.error`;

const listFilterSql = inFilter({
  campaign: 'emails.campaign_id',
  status: 'emails.state',
  email: 'coalesce(lower(emails.to_address), consumers.email)',
  key: 'emails.kind',
  at: 'emails.created_at',
});

export function findEmails(queries: Queries, page: ListPage): Promise<ListedEmail[]> {
  return queries.query(
    ...named(
      `select ${listColumnsSql} from emails left join consumers on consumers.id = emails.consumer_id
       where ${listFilterSql} order by emails.id desc ${pageSql}`,
      page,
    ),
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

/** Alerts go to the address of when they were queued, since a later one may be a thief's. */
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

export function findReceiptFacts(queries: Queries, id: number): Promise<EmailedReceipt | null> {
  return findOne<EmailedReceipt>(
    queries,
    `select receipts.status, receipts.total_centavos as "totalCentavos",
       receipts.purchase_date as "purchaseDate",
       receipts.allow_image_replacement as "allowImageReplacement",
       array(
         select ${luckyNumberSql}
         from lucky_numbers where lucky_numbers.receipt_id = $1 and lucky_numbers.voided_at is null
         order by lucky_numbers.id limit $2
       ) as numbers,
       (
         select count(*) from lucky_numbers where lucky_numbers.receipt_id = $1
           and lucky_numbers.voided_at is null
       ) as "numberCount",
       (
         select instant_prizes.campaign_prize_id from instant_prizes
         where instant_prizes.receipt_id = $1 and instant_prizes.handed_out_at is null
       ) as "prizeId",
       coalesce(orders.centavos, 0)::bigint as "cashbackCentavos",
       coalesce(orders.points, 0)::bigint as points,
       coalesce(orders.are_pending, false) as "hasPendingOrders"
     from receipts cross join (
       select bool_or(status = 'TO_REQUEST') as are_pending,
         sum(cashback_centavos) filter (where status = 'REQUESTED') as centavos,
         sum(engine_orders.points) filter (where status = 'REQUESTED') as points
       from engine_orders where receipt_id = $1
     ) as orders
     where receipts.id = $1`,
    [id, maxNumbersShown],
  );
}

export function hasWon(
  queries: Queries,
  consumerId: number | null,
  win: { prizeId: number; number: string } | null,
): Promise<boolean> {
  return exists(
    queries,
    `select from winners join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
     where winners.consumer_id = $1 and ($2::bigint is null
       or winners.campaign_prize_id = $2 and ${luckyNumberSql} = $3) limit 1`,
    [consumerId, win?.prizeId ?? null, win?.number ?? null],
  );
}

/** Whether a correction made since gave the number of an earlier email this other prize. */
export function replacesCongratulation(queries: Queries, emailId: number): Promise<boolean> {
  return exists(
    queries,
    `select from emails as email join emails as earlier using (consumer_id)
       join draws on draws.campaign_id = email.campaign_id
         and draws.engine_id::text = ${emailKeyOwnerSql('email')}
     where email.id = $1 and earlier.id < email.id and earlier.kind = 'DRAW_WON'
       and earlier.state = 'SENT' and earlier.created_at < draws.made_at
       and ${emailKeyOwnerSql('earlier')} = ${emailKeyOwnerSql('email')}
       and ${emailKeyNumberSql('earlier')} = ${emailKeyNumberSql('email')}
       and not exists (
         select from winners where winners.engine_id = draws.engine_id
           and winners.campaign_id = draws.campaign_id
           and winners.lucky_number_id::text = ${emailKeyNumberSql('earlier')}
           and winners.position::text = split_part(earlier.dedupe_key, '/', 4)
       )
       and not exists (
         select from emails as correction
         where correction.consumer_id = email.consumer_id
           and ${takesBackSql('correction', 'earlier')}
       )
     limit 1`,
    [emailId],
  );
}

/** The email that a correction takes back may have been dropped while it waited. */
export function wasCongratulated(queries: Queries, correctionId: number): Promise<boolean> {
  return exists(
    queries,
    `select from emails as correction join emails as earlier using (consumer_id)
     where correction.id = $1 and earlier.kind = 'DRAW_WON' and earlier.state = 'SENT'
       and ${takesBackSql('correction', 'earlier')}
     limit 1`,
    [correctionId],
  );
}
