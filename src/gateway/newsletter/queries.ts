import { addMs, dayMs } from '../../rules/dates.ts';
import { exists, findOne, named, one, type Queries } from '../db/database.ts';
import type { Mailing } from '../emails/mailings.ts';
import { emailKeyOwnerSql, emailKeySql, insertEmailsSql } from '../emails/queue-email.ts';

/**
 * One email of a mailing per person, even if the gateway that queues them dies. People
 * are locked, so that a simultaneous erasure comes before the email or finds it in the queue.
 */
export async function queueNewsletter(
  queries: Queries,
  { id, campaignId, content: { optIn }, afterConsumerId, now }: Mailing<'NEWSLETTER'>,
  limit: number,
): Promise<number | null> {
  const row = await findOne<{ last: number | null }>(
    queries,
    ...named(
      `with people as (
         select id, email from consumers
         where campaign_id = $campaignId and id > $afterConsumerId and erased_at is null and ${hasConsentSql('$optIn')}
         order by id limit $limit for share
       ), queued as (
         ${insertEmailsSql(`
           select $campaignId, id, email, 'NEWSLETTER', jsonb_build_object('mailingId', $mailingId::bigint),
             ${emailKeySql('newsletter', '$mailingId', 'id')}, $now::timestamptz, $now
           from people order by id`)}
       )
       select max(id) as last from people`,
      { campaignId, afterConsumerId, optIn, limit, mailingId: id, now },
    ),
  );
  return row?.last ?? null;
}

/** Whether the same people were sent the same text within a day, as when a command is repeated. */
export function wasSentLately(
  queries: Queries,
  { campaignId, content, now }: Pick<Mailing<'NEWSLETTER'>, 'campaignId' | 'content' | 'now'>,
): Promise<boolean> {
  const { kind, ...data } = content;
  return exists(
    queries,
    `select from mailings
     where campaign_id = $1 and kind = $2 and data = $3::jsonb and created_at > $4`,
    [campaignId, kind, JSON.stringify(data), addMs(now, -dayMs)],
  );
}

interface SentNewsletter {
  id: number;
  subject: string;
  optIn: string;
  startedAt: Date;
  endedAt: Date | null;
  sent: number;
  waiting: number;
}

export function findNewsletters(
  queries: Queries,
  { campaignId, limit, offset }: { campaignId: number | null; limit: number; offset: number },
): Promise<SentNewsletter[]> {
  return queries.query(
    `select mailings.id, mailings.data ->> 'subject' as subject,
       mailings.data ->> 'optIn' as "optIn",
       mailings.created_at as "startedAt",
       case when coalesce(counts.queued, 0) = 0 then mailings.ended_at end as "endedAt",
       coalesce(counts.sent, 0) as sent,
       coalesce(counts.queued, 0) + (${readersToQueueSql}) as waiting
     from mailings left join (
       select ${emailKeyOwnerSql('emails')}::bigint as id,
         count(*) filter (where state = 'SENT') as sent,
         count(*) filter (where state = 'QUEUED') as queued
       from emails where kind = 'NEWSLETTER' group by 1
     ) as counts using (id)
     where mailings.kind = 'NEWSLETTER' and ($1::integer is null or mailings.campaign_id = $1)
     order by mailings.id desc limit $2 offset $3`,
    [campaignId, limit, offset],
  );
}

const readersToQueueSql = `
  select count(*) from consumers
  where mailings.ended_at is null and consumers.campaign_id = mailings.campaign_id
    and consumers.id > mailings.after_consumer_id and consumers.erased_at is null
    and ${hasConsentSql("(mailings.data ->> 'optIn')")}`;

/** Waits for a gateway that is queuing, and lets none queue more. @returns readers who get none, or null */
export async function stopNewsletter(
  queries: Queries,
  { id, campaignId, now }: { id: number; campaignId: number | null; now: Date },
): Promise<number | null> {
  const mailing = await findOne<{ unqueued: number }>(
    queries,
    `select (${readersToQueueSql}) as unqueued from mailings
     where id = $1 and kind = 'NEWSLETTER' and ($2::integer is null or campaign_id = $2)
     for update`,
    [id, campaignId],
  );
  if (!mailing) return null;
  await queries.query('update mailings set ended_at = coalesce(ended_at, $2) where id = $1', [
    id,
    now,
  ]);
  const dropped = await queries.query(
    `update emails set state = 'DROPPED', to_address = null, data = '{}', next_at = null, ended_at = $2
     where kind = 'NEWSLETTER' and state in ('QUEUED', 'FAILED') and data ->> 'mailingId' = $1::text
     returning id`,
    [id, now],
  );
  return dropped.length + mailing.unqueued;
}

/** Lets no failed email be sent either. @returns how many newsletters were not yet all sent */
export async function stopAllNewsletters(queries: Queries, now: Date): Promise<number> {
  const unsent = await queries.query<{ id: number; isUnderWay: boolean }>(
    `select mailings.id,
       mailings.ended_at is null
         or coalesce(bool_or(emails.state = 'QUEUED'), false) as "isUnderWay"
     from mailings left join emails on emails.kind = 'NEWSLETTER'
       and emails.state in ('QUEUED', 'FAILED') and emails.data ->> 'mailingId' = mailings.id::text
     where mailings.kind = 'NEWSLETTER' and (mailings.ended_at is null or emails.id is not null)
     group by mailings.id`,
  );
  for (const { id } of unsent) await stopNewsletter(queries, { id, campaignId: null, now });
  return unsent.filter(({ isUnderWay }) => isUnderWay).length;
}

export async function countReaders(
  queries: Queries,
  { campaignId, optIn }: { campaignId: number; optIn: string },
): Promise<number> {
  const row = await one<{ count: number }>(
    queries,
    `select count(*) from consumers
     where campaign_id = $1 and erased_at is null and ${hasConsentSql('$2')}`,
    [campaignId, optIn],
  );
  return row.count;
}

function hasConsentSql(code: string): string {
  return `exists (
    select from consents
    where consents.consumer_id = consumers.id and consents.code = ${code}::text
      and consents.withdrawn_at is null
  )`;
}
