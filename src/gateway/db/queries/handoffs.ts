import type { Queries } from '../database.ts';

export async function insertHandoff(
  queries: Queries,
  handoff: {
    codeHash: string;
    consumerId: number;
    signedInAt: Date;
    expiresAt: Date;
    origin: string | null;
  },
): Promise<void> {
  await queries.query(
    `insert into handoffs (code_hash, consumer_id, signed_in_at, expires_at, origin)
     values ($1, $2, $3, $4, $5)`,
    [handoff.codeHash, handoff.consumerId, handoff.signedInAt, handoff.expiresAt, handoff.origin],
  );
}

export interface Handoff {
  consumerId: number;
  identityId: string;
  email: string;
  /** Of the page that asked for the code; null when it is not known. */
  origin: string | null;
}

/** Whose code it is; null when it is spent, too old or another campaign's. It stays as it is. */
export async function findHandoff(
  queries: Queries,
  campaignId: number | string,
  codeHash: string,
  now: Date,
): Promise<Handoff | null> {
  const [row] = await queries.query<Handoff>(
    `select consumer_id as "consumerId", identity_id as "identityId", email, origin
     from handoffs join consumers on consumers.id = consumer_id
     where code_hash = $2 and expires_at > $3 and campaign_id = $1 and erased_at is null`,
    [campaignId, codeHash, now],
  );
  return row ?? null;
}

/** When its person signed in, for the first who spends it; null for everybody after. */
export async function spendHandoff(queries: Queries, codeHash: string): Promise<Date | null> {
  const [row] = await queries.query<{ signedInAt: Date }>(
    'delete from handoffs where code_hash = $1 returning signed_in_at as "signedInAt"',
    [codeHash],
  );
  return row?.signedInAt ?? null;
}

export async function removeExpiredHandoffs(queries: Queries, now: Date): Promise<void> {
  await queries.query('delete from handoffs where expires_at <= $1', [now]);
}
