import type { Queries } from '../database.ts';

export async function insertHandoff(
  queries: Queries,
  handoff: { codeHash: string; consumerId: number; signedInAt: Date; expiresAt: Date },
): Promise<void> {
  await queries.query(
    'insert into handoffs (code_hash, consumer_id, signed_in_at, expires_at) values ($1, $2, $3, $4)',
    [handoff.codeHash, handoff.consumerId, handoff.signedInAt, handoff.expiresAt],
  );
}

/** Whose code it was, and when they signed in; null when it is spent, too old or another campaign's. */
export async function spendHandoff(
  queries: Queries,
  campaignId: number | string,
  codeHash: string,
  now: Date,
): Promise<{ identityId: string; signedInAt: Date } | null> {
  const [row] = await queries.query<{ identityId: string; signedInAt: Date }>(
    `delete from handoffs using consumers
     where code_hash = $2 and expires_at > $3
       and consumers.id = consumer_id and campaign_id = $1 and erased_at is null
     returning identity_id as "identityId", signed_in_at as "signedInAt"`,
    [campaignId, codeHash, now],
  );
  return row ?? null;
}

export async function removeExpiredHandoffs(queries: Queries, now: Date): Promise<void> {
  await queries.query('delete from handoffs where expires_at <= $1', [now]);
}
