import type { Queries } from '../db/database.ts';

/** The proof of a consent (LGPD, Lei 13.709/2018, art. 8, § 2): which text, when, from which page. */
export interface Consent {
  code: string;
  text: string;
  textSha256: string;
  origin: string | null;
  givenAt: Date;
}

/** A consent as kept: withdrawn ones stay. */
export interface KeptConsent extends Consent {
  withdrawnAt: Date | null;
}

/** Those that stand already stay as they are. */
export async function insertConsents(
  queries: Queries,
  consumerId: number,
  consents: readonly Consent[],
): Promise<void> {
  for (const { code, text, textSha256, origin, givenAt } of consents) {
    await queries.query(
      `insert into consents (consumer_id, code, text, text_sha256, origin, given_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [consumerId, code, text, textSha256, origin, givenAt],
    );
  }
}

/** Newest first. */
export function findConsents(queries: Queries, consumerId: number): Promise<KeptConsent[]> {
  return queries.query(
    `select code, text, text_sha256 as "textSha256", origin, given_at as "givenAt",
       withdrawn_at as "withdrawnAt"
     from consents where consumer_id = $1 order by id desc`,
    [consumerId],
  );
}

/** Codes of the opt-ins that the consumer gave and has not withdrawn. */
export async function findOptIns(queries: Queries, consumerId: number): Promise<string[]> {
  const rows = await queries.query<{ code: string }>(
    `select distinct code from consents where consumer_id = $1 and withdrawn_at is null
     order by code`,
    [consumerId],
  );
  return rows.map(({ code }) => code);
}

/** @param code of one consent; null ends all that stand. */
export async function withdrawConsents(
  queries: Queries,
  { consumerId, code, now }: { consumerId: number; code: string | null; now: Date },
): Promise<void> {
  await queries.query(
    `update consents set withdrawn_at = $3
     where consumer_id = $1 and ($2::text is null or code = $2) and withdrawn_at is null`,
    [consumerId, code, now],
  );
}
