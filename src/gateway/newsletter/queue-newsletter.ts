import type { Queries } from '../db/database.ts';
import type { Mailing } from '../emails/mailings.ts';

/**
 * One email of a mailing per person, even if the gateway that queues them dies. People
 * are locked, so that a simultaneous erasure comes before the email or finds it in the queue.
 */
export async function queueNewsletter(
  queries: Queries,
  { id, campaignId, content: { optIn }, afterConsumerId, now }: Mailing<'NEWSLETTER'>,
  most: number,
): Promise<number | null> {
  const [row] = await queries.query<{ last: number | null }>(
    `with people as (
       select id, email from consumers
       where campaign_id = $1 and id > $2 and erased_at is null and ${consents('$3')}
       order by id limit $4 for share
     ), queued as (
       insert into emails
         (campaign_id, consumer_id, to_address, kind, data, dedupe_key, created_at, next_at)
       select $1, id, email, 'NEWSLETTER', jsonb_build_object('mailingId', $5::bigint),
         'newsletter/' || $5 || '/' || id, $6::timestamptz, $6
       from people order by id
       on conflict (dedupe_key) do nothing
     )
     select max(id) as last from people`,
    [campaignId, afterConsumerId, optIn, most, id, now],
  );
  return row?.last ?? null;
}

export async function countReaders(
  queries: Queries,
  { campaignId, optIn }: { campaignId: number; optIn: string },
): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    `select count(*) from consumers
     where campaign_id = $1 and erased_at is null and ${consents('$2')}`,
    [campaignId, optIn],
  );
  return row?.count ?? 0;
}

function consents(code: string): string {
  return `exists (
    select from consents
    where consumer_id = consumers.id and code = ${code}::text and withdrawn_at is null
  )`;
}
