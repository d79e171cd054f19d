import { luckyNumberSql, named, type Queries } from '../db/database.ts';
import type { EngineKey } from '../db/queries/campaigns.ts';
import { type Mailing, startMailing } from '../emails/mailings.ts';
import {
  emailKeyNumberSql,
  emailKeySql,
  hasEmailKeySql,
  insertEmailsSql,
  takesBackSql,
} from '../emails/queue-email.ts';
import { findWinnerPage } from './winner-queries.ts';

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

/** Locks the people: an erasure at the same time comes before the email, or finds it queued. */
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
const ofDrawSql = 'draws.campaign_id = $campaignId and draws.engine_id = $engineId';
const winsThisDrawSql = `winners.consumer_id = recipients.id
  and winners.campaign_id = $campaignId and winners.engine_id = $engineId`;

/** One email per prize; again, if a correction took that prize from this person and gives it back. */
async function queueCongratulations(queries: Queries, recipients: ResultRecipients): Promise<void> {
  const numberOwnerSql = `${engineIdSql} || '/' || winners.lucky_number_id`;
  const lastCorrectionSql = `(select max(emails.id) from emails
    where emails.consumer_id = recipients.id and (${hasEmailKeySql('draw-corrected', engineIdSql)}
      or ${hasEmailKeySql('draw-prize-lost', numberOwnerSql)}))`;
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

const wonNumberSql = emailKeyNumberSql('emails');

/** Emails from before the correction about prizes that it took; one passed on has its own email. */
const lostSql = `emails.consumer_id = recipients.id and emails.created_at < draws.made_at
  and ${hasEmailKeySql('draw-won', engineIdSql)}
  and not exists (
    select from winners where ${winsThisDrawSql}
      and winners.lucky_number_id::text = ${wonNumberSql}
  )
  and not exists (
    select from prize_delivery_moves as moves
      join prize_deliveries as delivery on delivery.id = moves.delivery_id
    where delivery.consumer_id = recipients.id and delivery.lucky_number_id::text = ${wonNumberSql}
      and moves.to_status = 'PASSED_ON' and moves.at >= draws.made_at
  )
  and not exists (
    select from emails as correction
    where correction.consumer_id = recipients.id and ${takesBackSql('correction', 'emails')}
  )`;

/** To people congratulated before a correction: of everything if they win no more, else of each lost number. */
async function queueCorrections(queries: Queries, recipients: ResultRecipients): Promise<void> {
  const keyOf = (kind: string, ...parts: string[]) => emailKeySql(kind, engineIdSql, ...parts);
  const winsSql = `exists (select from winners where ${winsThisDrawSql})`;
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_CORRECTED', '{}'::jsonb,
           ${keyOf('draw-corrected', 'recipients.id', 'lost.id')}, $now::timestamptz, $now
         from consumers as recipients join draws on ${ofDrawSql}
           cross join lateral (select max(emails.id) as id from emails where ${lostSql}) as lost
         where ${isRecipientSql} and lost.id is not null and not ${winsSql}
         order by recipients.id`,
      ),
      recipients,
    ),
  );
  await queries.query(
    ...named(
      insertEmailsSql(
        `select $campaignId::int, recipients.id, recipients.email, 'DRAW_PRIZE_LOST',
           jsonb_build_object('number', ${luckyNumberSql}),
           ${keyOf('draw-prize-lost', 'lost.number_id', 'lost.id')}, $now::timestamptz, $now
         from consumers as recipients join draws on ${ofDrawSql}
           cross join lateral (
             select ${wonNumberSql} as number_id, max(emails.id) as id from emails where ${lostSql}
             group by number_id
           ) as lost
           join lucky_numbers on lucky_numbers.consumer_id = recipients.id
             and lucky_numbers.id::text = lost.number_id
         where ${isRecipientSql} and ${winsSql}
         order by recipients.id, lost.id`,
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

/** Spares what is being sent, which has no error yet. A later publication queues them again. */
export async function forgetUnsentResults(queries: Queries, campaignId: number): Promise<void> {
  await queries.query(
    `delete from emails where campaign_id = $1 and state = 'QUEUED'
       and kind in ('DRAW_WON', 'DRAW_THANKS', 'DRAW_CORRECTED', 'DRAW_PRIZE_LOST')
       and (attempts = 0 or error is not null)`,
    [campaignId],
  );
}

/** Sends a published result again after a change, so that those who were congratulated by mistake learn of it. */
export async function mailChangedResult(
  queries: Queries,
  { campaignId, engineId, now }: EngineKey & { now: Date },
): Promise<void> {
  if (!(await findWinnerPage(queries, campaignId, now))) return;
  if (!(await findDrawsWithMailedResult(queries, campaignId)).has(engineId)) return;
  await startMailing(queries, { campaignId, content: { kind: 'DRAW_RESULT', engineId }, now });
}
