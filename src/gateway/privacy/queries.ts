import { createConsumerEndpoint } from '../../contract/consumer.ts';
import type { HeldReward } from '../../rules/people/erasure.ts';
import { namedUntilSql } from '../campaign/published-campaign.ts';
import { findOne, hasWritten, named, one, type Queries } from '../db/database.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import {
  latestMoveSql,
  type StatusSince,
  type WonDelivery,
  winsSql,
} from '../deliveries/queries.ts';
import { consumerKey } from '../http/session.ts';
import type { VoidedNumber } from '../rewards/lucky-number-queries.ts';
import { deleteCommentResponses, findIncidentsOf } from '../support/queries.ts';
import { cashbackOfConsumerSql, pointsOfConsumerSql } from '../wallets/queries.ts';

export type ErasureCause =
  | 'REQUEST'
  /** The promotion and all its draws are over: the log gets no entry, and no one an email. */
  | 'DEADLINE';

interface HeldPerson {
  rewards: readonly HeldReward[];
  name: string;
  document: string;
}

export interface Erasure {
  erasedAt: Date;
  held: HeldPerson | null;
  heldUntil: Date | null;
}

export function findErasure(queries: Queries, consumerId: number): Promise<Erasure | null> {
  return findOne<Erasure>(
    queries,
    `select consumers.erased_at as "erasedAt", erasures.held, erasures.held_until as "heldUntil"
     from erasures join consumers on consumers.id = erasures.consumer_id
     where erasures.consumer_id = $1`,
    [consumerId],
  );
}

export function findErasedConsumers(
  queries: Queries,
  campaignId: number,
): Promise<
  {
    id: number;
    pseudonym: string;
    erasedAt: Date;
    held: HeldReward[];
    cause: ErasureCause;
  }[]
> {
  return queries.query(
    `select erasures.consumer_id as id, consumers.pseudonym, consumers.erased_at as "erasedAt",
       coalesce(erasures.held -> 'rewards', '[]') as held,
       case when erasures.is_after_deadlines then 'DEADLINE' else 'REQUEST' end as cause
     from erasures join consumers on consumers.id = erasures.consumer_id
     where erasures.campaign_id = $1 order by erasures.consumer_id`,
    [campaignId],
  );
}

export async function fingerprintErasures(queries: Queries): Promise<string> {
  const row = await one<{ fingerprint: string }>(
    queries,
    `select concat(count(*), ' ', sum(consumer_id)) as fingerprint from erasures`,
  );
  return row.fingerprint;
}

export function findConsumersToErase(
  queries: Queries,
  campaignId: number,
  now: Date,
): Promise<{ id: number; isNamed: boolean }[]> {
  return queries.query(
    `select consumers.id, exists (
       select from winners join draws using (campaign_id, engine_id)
         join winner_pages using (campaign_id)
       where winners.consumer_id = consumers.id and ${namedUntilSql} > $2
     ) as "isNamed"
     from consumers where consumers.campaign_id = $1 and consumers.erased_at is null
     order by consumers.id`,
    [campaignId, now],
  );
}

interface Balances {
  peopleWithCashback: number;
  centavos: number;
  peopleWithPoints: number;
  points: number;
}

export async function sumBalances(queries: Queries, campaignId: number): Promise<Balances> {
  const sums = await one<Balances>(
    queries,
    `select count(*) filter (where centavos > 0) as "peopleWithCashback",
       coalesce(sum(centavos) filter (where centavos > 0), 0)::bigint as centavos,
       count(*) filter (where points > 0) as "peopleWithPoints",
       coalesce(sum(points) filter (where points > 0), 0)::bigint as points
     from (
       select ${cashbackOfConsumerSql} as centavos, ${pointsOfConsumerSql} as points
       from consumers where campaign_id = $1 and erased_at is null
     ) as wallet`,
    [campaignId],
  );
  return sums;
}

export async function insertErasure(
  queries: Queries,
  erasure: Omit<Erasure, 'erasedAt'> & {
    consumerId: number;
    campaignId: number;
    documentMac: string | null;
    requestedBy: 'CONSUMER' | 'OPERATOR';
    /** Of a user whom a real identity service has yet to remove. */
    identityId: string | null;
    unlistedLine: string;
    cause: ErasureCause;
  },
): Promise<void> {
  const { held } = erasure;
  await queries.query(
    ...named(
      `insert into erasures (consumer_id, campaign_id, document_mac, requested_by, held, held_until,
         unlisted_line, identity_id, is_after_deadlines)
       values ($consumerId, $campaignId, $documentMac, $requestedBy, $held::jsonb, $heldUntil,
         $unlistedLine, $identityId, $cause = 'DEADLINE')`,
      { ...erasure, held: held && JSON.stringify(held) },
    ),
  );
}

export function findUsersToRemove(
  queries: Queries,
  campaignId: number | null,
): Promise<{ id: number; identityId: string; erasedAt: Date }[]> {
  return queries.query(
    `select erasures.consumer_id as id, erasures.identity_id as "identityId",
       consumers.erased_at as "erasedAt"
     from erasures join consumers on consumers.id = erasures.consumer_id
     where erasures.identity_id is not null and ($1::integer is null or erasures.campaign_id = $1)
       and not exists (
         select from consumers as living where living.identity_id = erasures.identity_id)
     order by erasures.consumer_id`,
    [campaignId],
  );
}

export function recordUserRemoved(queries: Queries, consumerId: number): Promise<boolean> {
  return hasWritten(
    queries,
    `update erasures set identity_id = null where consumer_id = $1 and identity_id is not null
     returning consumer_id`,
    [consumerId],
  );
}

export async function forgetErasedDocuments(queries: Queries, campaignId: number): Promise<void> {
  await queries.query(
    'update erasures set document_mac = null where campaign_id = $1 and document_mac is not null',
    [campaignId],
  );
}

export async function allowErasedDocument(
  queries: Queries,
  documentMac: string,
  campaignId: number | null,
): Promise<{ consumerId: number; erasedAt: Date }[]> {
  return queries.query(
    `update erasures set document_mac = null from consumers
     where erasures.document_mac = $1 and consumers.id = erasures.consumer_id
       and ($2::integer is null or erasures.campaign_id = $2)
     returning erasures.consumer_id as "consumerId", consumers.erased_at as "erasedAt"`,
    [documentMac, campaignId],
  );
}

export async function eraseProfile(
  queries: Queries,
  { consumerId, now }: { consumerId: number; now: Date },
): Promise<void> {
  await queries.query(
    `update consumers set
       name = 'erased-' || id, email = 'erased-' || id, document = 'erased-' || id,
       identity_id = 'erased-' || id, mgm_code = 'erased-' || id, phone = '',
       representative_name = null, representative_document = null, birth_date = null,
       referred_by = null, bank_info = null, bank_info_changed_at = null, address = null, additional_fields = '[]',
       wallet_status = 'BLOCKED', erased_at = $2
     where id = $1`,
    [consumerId, now],
  );
  await queries.query('update winners set city = null where consumer_id = $1', [consumerId]);
}

export async function eraseStoredResponses(queries: Queries, consumerId: number): Promise<void> {
  await queries.query('delete from idempotency_keys where owner = $1', [consumerKey(consumerId)]);
  // The sign-up's own answer, which is kept under the address that it came from.
  await queries.query(
    `delete from idempotency_keys
     where idempotency_keys.created_at = (
         select consumers.created_at from consumers where consumers.id = $1
       ) and idempotency_keys.route = $2
       and idempotency_keys.answer::jsonb -> 'id' = to_jsonb($1::bigint)`,
    [consumerId, `POST ${createConsumerEndpoint.path}`],
  );
  const incidents = await findIncidentsOf(queries, consumerId);
  await deleteCommentResponses(
    queries,
    incidents.map(({ id }) => id),
  );
}

export function findPrizeStatuses(
  queries: Queries,
  consumerId: number,
): Promise<(Pick<WonDelivery, 'kind'> & StatusSince)[]> {
  return queries.query(
    `with ${winsSql}
     select wins.kind, wins.status, latest_move.at as "movedAt" from wins ${latestMoveSql}
     where wins."consumerId" = $1`,
    [consumerId],
  );
}

/** All but numbers that won and, with `hasDrawnPrize`, numbers of draws already made. */
export async function voidAllLuckyNumbers(
  queries: Queries,
  { consumerId, hasDrawnPrize, now }: { consumerId: number; hasDrawnPrize: boolean; now: Date },
): Promise<VoidedNumber[]> {
  return queries.query(
    `update lucky_numbers set voided_at = $2 where lucky_numbers.consumer_id = $1
       and lucky_numbers.voided_at is null
       and not exists (select from winners where winners.lucky_number_id = lucky_numbers.id)
       and not ($3 and exists (select from draws where draws.campaign_id = lucky_numbers.campaign_id
         and draws.engine_id = lucky_numbers.engine_id))
     returning lucky_numbers.receipt_id as "receiptId", lucky_numbers.engine_id as "engineId",
       lucky_numbers.series, lucky_numbers.number`,
    [consumerId, now, hasDrawnPrize],
  );
}

export async function eraseRowsAbout(queries: Queries, consumerId: number): Promise<void> {
  const statements = [
    // Locked first: a comment that is being written would keep its conversation from being deleted.
    'select from incidents where consumer_id = $1 for update',
    `delete from incident_comments using incidents
     where incidents.id = incident_comments.incident_id and incidents.consumer_id = $1`,
    'delete from incidents where consumer_id = $1',
    'delete from poll_answers where consumer_id = $1',
    // Another person may have sent a receipt that this one only had read: the answer becomes theirs.
    `update tax_office_questions as question set consumer_id = owner.id
     from receipts join consumers as owner on owner.id = receipts.consumer_id
     where question.consumer_id = $1 and owner.id <> $1 and owner.erased_at is null
       and receipts.campaign_id = question.campaign_id and receipts.identity = question.access_key`,
    `delete from tax_office_questions using receipts
     where receipts.consumer_id = $1 and receipts.identity = tax_office_questions.access_key
       and receipts.campaign_id = tax_office_questions.campaign_id`,
    'delete from tax_office_questions where consumer_id = $1',
    `update receipts set additional_fields = '[]', tax_office_answer = null
     where consumer_id = $1`,
    'update cashback_entries set paid_to = null where consumer_id = $1 and paid_to is not null',
    `update redemptions set address = '{}', tracking_code = null, former_codes = '{}' where consumer_id = $1`,
    `update prize_deliveries set tracking_code = null, former_codes = '{}' where consumer_id = $1`,
  ];
  for (const statement of statements) await queries.query(statement, [consumerId]);
}

/** Only what moderators typed; the sentence of a rejection code names no one, so it may stay. */
export async function eraseModeratorsWords(queries: Queries, consumerId: number): Promise<void> {
  await queries.query(
    `update receipt_moderations set rejection_reason = null from receipts
     where receipts.id = receipt_moderations.receipt_id and receipts.consumer_id = $1
       and receipt_moderations.rejection_code is null`,
    [consumerId],
  );
}

/** @returns consumers whose receipts' files can be deleted */
export async function endHolds(queries: Queries, now: Date, atMost: number): Promise<number[]> {
  const rows = await queries.query<{ consumerId: number }>(
    `update erasures set held = null, held_until = null where consumer_id in (
       select consumer_id from erasures where held_until <= $1 limit $2 for update skip locked
     ) returning consumer_id as "consumerId"`,
    [now, atMost],
  );
  return rows.map(({ consumerId }) => consumerId);
}

export async function findSignIns(queries: Queries, { identityId }: ConsumerRecord) {
  const signIns = await findOne<{ lastSignInAt: Date | null; sessions: number }>(
    queries,
    `select identity_users.last_login_at as "lastSignInAt",
       (
         select count(*) from identity_sessions
         where identity_sessions.user_id = identity_users.id
       ) as sessions
     from identity_users where identity_users.id = $1`,
    [identityId],
  );
  return signIns;
}

export function countReceiptsOf(
  queries: Queries,
  consumerId: number,
): Promise<{ status: string; count: number; doubted: string | null }[]> {
  return queries.query(
    `select status, count(*) as count,
       string_agg(id::text, ' ' order by id) filter (where open_doubts <> '{}') as doubted
     from receipts where consumer_id = $1 group by status order by status`,
    [consumerId],
  );
}

export function countNumbersOf(queries: Queries, consumerId: number) {
  return one<{ valid: number; void: number }>(
    queries,
    `select count(*) filter (where voided_at is null) as valid, count(voided_at) as void
     from lucky_numbers where consumer_id = $1`,
    [consumerId],
  );
}

export async function findUnlistedErasures(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ line: string }>(
    `select unlisted_line as line from erasures where unlisted_line is not null
     order by consumer_id`,
  );
  return rows.map(({ line }) => line);
}

export async function markErasuresListed(
  queries: Queries,
  lines: readonly string[],
): Promise<void> {
  await queries.query(
    'update erasures set unlisted_line = null where unlisted_line = any($1::text[])',
    [lines],
  );
}
