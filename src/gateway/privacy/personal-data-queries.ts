import type { Address } from '../../contract/consumer.ts';
import type { PollAnswers } from '../../rules/polls.ts';
import type { ProductLine } from '../../rules/product-lines.ts';
import type { Queries } from '../db/database.ts';
import type { IncidentRecord } from '../support/queries.ts';
import type { OfficeRecord } from '../tax-office/queries.ts';

interface ReceiptData {
  id: number;
  cnpj: string;
  lines: readonly ProductLine[];
  additionalFields: readonly unknown[];
  reviewReasons: readonly string[];
  instantPrizeSentAt: Date | null;
  taxOfficeAnswer: OfficeRecord | null;
}

export function findReceiptContents(queries: Queries, consumerId: number): Promise<ReceiptData[]> {
  return queries.query(
    `select id, cnpj, lines, additional_fields as "additionalFields",
       review_reasons as "reviewReasons", handed_out_at as "instantPrizeSentAt",
       tax_office_answer as "taxOfficeAnswer"
     from receipts left join instant_prizes on receipt_id = receipts.id
     where receipts.consumer_id = $1`,
    [consumerId],
  );
}

export function findRedemptionAddresses(
  queries: Queries,
  consumerId: number,
): Promise<{ id: number; address: Address }[]> {
  return queries.query('select id, address from redemptions where consumer_id = $1', [consumerId]);
}

export function findPointsEntries(
  queries: Queries,
  consumerId: number,
): Promise<{ points: number; createdAt: Date }[]> {
  return queries.query(
    `select points, created_at as "createdAt" from points_entries
     where consumer_id = $1 order by id desc`,
    [consumerId],
  );
}

export function findPollAnswers(
  queries: Queries,
  consumerId: number,
): Promise<{ pollId: number; answers: PollAnswers; createdAt: Date }[]> {
  return queries.query(
    `select poll_id as "pollId", answers, created_at as "createdAt" from poll_answers
     where consumer_id = $1 order by created_at`,
    [consumerId],
  );
}

/** Oldest first. Without signing in an e-mail address proves nothing: anyone can type it. */
export function findIncidentsOf(queries: Queries, consumerId: number): Promise<IncidentRecord[]> {
  return queries.query(
    `select id, protocol_number as "protocolNumber", name, email, subject, description, status,
       created_at as "createdAt"
     from incidents where consumer_id = $1 order by id`,
    [consumerId],
  );
}

/** Null where a real identity service keeps it, and before the first sign-in. */
export async function findLastSignIn(queries: Queries, identityId: string): Promise<Date | null> {
  const [row] = await queries.query<{ at: Date | null }>(
    'select last_login_at as at from identity_users where id = $1',
    [identityId],
  );
  return row?.at ?? null;
}
