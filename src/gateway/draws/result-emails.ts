import type { Queries } from '../db/database.ts';
import type { Mailing } from '../emails/mailings.ts';

/**
 * Winners hear of each prize once; the others are thanked once, but not those who had won
 * before they were disqualified. Who was erased, or has no number left, hears nothing. People are
 * locked, so that an erasure of this moment comes before the email or finds it in the queue.
 */
export async function queueDrawResults(
  queries: Queries,
  { campaignId, content: { engineId }, afterConsumerId, now }: Mailing<'DRAW_RESULT'>,
  most: number,
): Promise<number | null> {
  const [row] = await queries.query<{ last: number | null }>(
    `with people as (
       select id, email from consumers
       where campaign_id = $1 and id > $3 and erased_at is null and exists (
         select from lucky_numbers
         where consumer_id = consumers.id and engine_id = $2 and voided_at is null
       )
       order by id limit $4 for share
     ), won as (
       select people.id, email, jsonb_build_object(
         'prizeId', campaign_prize_id,
         'number', series || '.' || lpad(number::text, greatest(5, length(number::text)), '0')
       ) as data, 'draw-won/' || $2 || '/' || lucky_number_id || '/' || position as key
       from people join winners on winners.consumer_id = people.id
         join lucky_numbers on lucky_numbers.id = lucky_number_id
       where winners.campaign_id = $1 and winners.engine_id = $2
     ), results as (
       select id, email, 'DRAW_WON' as kind, data, key from won
       union all
       select id, email, 'DRAW_THANKS', '{}', 'draw-thanks/' || $2 || '/' || id from people
       where id not in (select id from won) and not exists (
         select from emails where consumer_id = people.id and kind = 'DRAW_WON'
           and starts_with(dedupe_key, 'draw-won/' || $2 || '/')
       )
     ), queued as (
       insert into emails
         (campaign_id, consumer_id, to_address, kind, data, dedupe_key, created_at, next_at)
       select $1, id, email, kind, data, key, $5::timestamptz, $5 from results order by id
       on conflict (dedupe_key) do nothing
     )
     select max(id) as last from people`,
    [campaignId, engineId, afterConsumerId, most, now],
  );
  return row?.last ?? null;
}
