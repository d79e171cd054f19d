import { luckyNumberSql, named, type Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { type Mailing, startMailing } from '../emails/mailings.ts';
import { emailKeySql, hasEmailKeySql, insertEmailsSql } from '../emails/queue-email.ts';

export async function queueDrawResults(
  queries: Queries,
  mailing: Mailing<'DRAW_RESULT'>,
  limit: number,
): Promise<number | null> {
  const { campaignId, content, now } = mailing;
  const consumerIds = await lockNextRecipients(queries, mailing, limit);
  const last = consumerIds.at(-1) ?? null;
  if (last === null) return null;
  const recipients = { campaignId, engineId: content.engineId, consumerIds, now };
  await queueCongratulations(queries, recipients);
  await queueCorrections(queries, recipients);
  await queueThanks(queries, recipients);
  return last;
}

/** Locked, so that an erasure comes before, and they get nothing, or finds their email queued. */
async function lockNextRecipients(
  queries: Queries,
  { campaignId, content: { engineId }, afterConsumerId }: Mailing<'DRAW_RESULT'>,
  limit: number,
): Promise<number[]> {
  const rows = await queries.query<{ id: number }>(
    ...named(
      `select consumers.id from consumers
       where consumers.campaign_id = $campaignId and consumers.id > $afterConsumerId
         and consumers.erased_at is null and exists (
         select from lucky_numbers
         where lucky_numbers.consumer_id = consumers.id and lucky_numbers.engine_id = $engineId
           and lucky_numbers.voided_at is null
       )
       order by consumers.id limit $limit for share`,
      { campaignId, engineId, afterConsumerId, limit },
    ),
  );
  return rows.map(({ id }) => id);
}

type ResultRecipients = EngineKey & { consumerIds: readonly number[]; now: Date };

const engineIdSql = '$engineId::bigint';
const isRecipientSql = 'recipients.id = any($consumerIds::bigint[])';
const winsThisDrawSql = `winners.consumer_id = recipients.id
  and winners.campaign_id = $campaignId and winners.engine_id = $engineId`;

/** One email per prize; again, if a correction took a prize from this person and gives it back. */
async function queueCongratulations(queries: Queries, recipients: ResultRecipients): Promise<void> {
  const lastCorrectionSql = `(select max(emails.id) from emails
    where emails.consumer_id = recipients.id and ${hasEmailKeySql('draw-corrected', engineIdSql)})`;
  const parts = [engineIdSql, 'winners.lucky_number_id', 'winners.position', lastCorrectionSql];
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_WON',
           jsonb_build_object('prizeId', winners.campaign_prize_id, 'number', ${luckyNumberSql}),
           ${emailKeySql('draw-won', ...parts)}, $now::timestamptz, $now
         from consumers as recipients join winners on ${winsThisDrawSql}
           join lucky_numbers on lucky_numbers.id = winners.lucky_number_id
         where ${isRecipientSql} order by recipients.id`,
      ),
      recipients,
    ),
  );
}

/** To people congratulated before a correction who do not win now; a prize passed on has its own email. */
async function queueCorrections(queries: Queries, recipients: ResultRecipients): Promise<void> {
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_CORRECTED', '{}'::jsonb,
           ${emailKeySql('draw-corrected', engineIdSql, 'recipients.id', 'congratulated.id')},
           $now::timestamptz, $now
         from consumers as recipients
           join draws on draws.campaign_id = $campaignId and draws.engine_id = $engineId
           cross join lateral (
             select max(emails.id) as id, max(emails.created_at) as at from emails
             where emails.consumer_id = recipients.id and ${hasEmailKeySql('draw-won', engineIdSql)}
           ) as congratulated
         where ${isRecipientSql} and congratulated.at < draws.made_at
           and not exists (select from winners where ${winsThisDrawSql})
           and not exists (
             select from prize_delivery_moves as moves
               join prize_deliveries as delivery on delivery.id = moves.delivery_id
               join lucky_numbers on lucky_numbers.id = delivery.lucky_number_id
             where delivery.consumer_id = recipients.id and lucky_numbers.engine_id = $engineId
               and moves.to_status = 'PASSED_ON' and moves.at >= draws.made_at
           )
         order by recipients.id`,
      ),
      recipients,
    ),
  );
}

/** Not to winners of any draw, nor to people who were ever congratulated or disqualified. */
async function queueThanks(queries: Queries, recipients: ResultRecipients): Promise<void> {
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_THANKS', '{}'::jsonb,
           ${emailKeySql('draw-thanks', engineIdSql, 'recipients.id')}, $now::timestamptz, $now
         from consumers as recipients
         where ${isRecipientSql}
           and not exists (select from winners where winners.consumer_id = recipients.id)
           and not exists (select from emails where emails.consumer_id = recipients.id
             and emails.kind in ('DRAW_WON', 'WINNER_DISQUALIFIED'))
         order by recipients.id`,
      ),
      recipients,
    ),
  );
}

/** A draw is published by its first result mailing: others of the campaign may still wait for theirs. */
export async function findDrawsWithMailedResult(
  queries: Queries,
  campaignId: number,
): Promise<ReadonlySet<number>> {
  const rows = await queries.query<{ engineId: number }>(
    `select distinct (data ->> 'engineId')::bigint as "engineId" from mailings
     where campaign_id = $1 and kind = 'DRAW_RESULT'`,
    [campaignId],
  );
  return new Set(rows.map(({ engineId }) => engineId));
}

/** Sends a published result again after a change: who was congratulated by mistake hears of it. */
export async function mailChangedResult(
  queries: Queries,
  { campaignId, engineId, now }: EngineKey & { now: Date },
): Promise<void> {
  if (!(await findDrawsWithMailedResult(queries, campaignId)).has(engineId)) return;
  await startMailing(queries, { campaignId, content: { kind: 'DRAW_RESULT', engineId }, now });
}
