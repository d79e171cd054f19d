import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts';
import type {
  createOneTimeCodeEndpoint,
  exchangeOneTimeCodeEndpoint,
  readOneTimeCodeEndpoint,
} from '../../contract/sign-in.ts';
import { addMs } from '../../rules/dates.ts';
import { maskEmail } from '../../rules/people/person-fields.ts';
import { findOne, type Queries } from '../db/database.ts';
import type { Gateway } from '../gateway.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { hashOfToken, isSecretToken, newSecretToken } from '../services/identity/refresh-tokens.ts';

const codeSeconds = 60;

type SignedInUser = { id: number; email: string };

/** Stores only the code's hash. @param person `origin` of the page, null when unknown */
export async function createOneTimeCode(
  { database, identity }: Gateway,
  person: { consumerId: number; signedInAt: Date; origin: string | null; now: Date },
): Promise<AnswerOf<typeof createOneTimeCodeEndpoint> | Refusal> {
  if (!identity.accounts) return refuse('NOT_ALLOWED_NOW');
  const code = newSecretToken();
  const expiresAt = addMs(person.now, codeSeconds * 1000);
  await insertOneTimeCode(database, { ...person, codeHash: hashOfToken(code), expiresAt });
  return { code };
}

/** Names the code's owner, to ask the user before the code is used. Does not spend it. */
export async function readOneTimeCode(
  gateway: Gateway,
  { code, caller, now }: { code: string; caller: SignedInUser | null; now: Date },
): Promise<AnswerOf<typeof readOneTimeCodeEndpoint> | Refusal> {
  const stored = await find(gateway, code, now);
  if (!stored) return refuse('UNAUTHENTICATED');
  return { email: maskEmail(stored.email), signedInAs: caller ? maskEmail(caller.email) : null };
}

/**
 * The token keeps the time at which the password was typed. Anyone can send a user a link with a
 * code of the sender's account, so the user confirms it, unless the page that asked for it calls and
 * no other account is signed in: a script may claim any origin.
 */
export async function exchangeOneTimeCode(
  gateway: Gateway,
  {
    code,
    from,
    isConfirmed,
    caller,
    now,
  }: BodyOf<typeof exchangeOneTimeCodeEndpoint> & { caller: SignedInUser | null; now: Date },
): Promise<AnswerOf<typeof exchangeOneTimeCodeEndpoint> | Refusal> {
  const stored = await find(gateway, code, now);
  if (!stored) return refuse('UNAUTHENTICATED');
  const isFromAsker = stored.origin !== null && stored.origin === from;
  const isOwn = stored.consumerId === caller?.id;
  const isExpected = isOwn || (isFromAsker && caller === null);
  if (!isExpected && !isConfirmed) return refuse('CONFIRM_FIRST');
  const { accounts } = gateway.identity;
  const signedInAt = await spendOneTimeCode(gateway.database, hashOfToken(code));
  if (!accounts || !signedInAt) return refuse('UNAUTHENTICATED');
  return { customToken: await accounts.customToken(stored.identityId, signedInAt) };
}

async function find(
  { database, campaignId, identity }: Gateway,
  code: string,
  now: Date,
): Promise<StoredCode | null> {
  if (!identity.accounts || !isSecretToken(code)) return null;
  return findOneTimeCode(database, campaignId, hashOfToken(code), now);
}

async function insertOneTimeCode(
  queries: Queries,
  code: {
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
    [code.codeHash, code.consumerId, code.signedInAt, code.expiresAt, code.origin],
  );
}

interface StoredCode {
  consumerId: number;
  identityId: string;
  email: string;
  origin: string | null;
}

/** Null when the code is spent, too old or another campaign's. */
function findOneTimeCode(
  queries: Queries,
  campaignId: number,
  codeHash: string,
  now: Date,
): Promise<StoredCode | null> {
  return findOne<StoredCode>(
    queries,
    `select handoffs.consumer_id as "consumerId", consumers.identity_id as "identityId",
       consumers.email, handoffs.origin
     from handoffs join consumers on consumers.id = handoffs.consumer_id
     where handoffs.code_hash = $2 and handoffs.expires_at > $3 and consumers.campaign_id = $1
       and consumers.erased_at is null`,
    [campaignId, codeHash, now],
  );
}

async function spendOneTimeCode(queries: Queries, codeHash: string): Promise<Date | null> {
  const row = await findOne<{ signedInAt: Date }>(
    queries,
    'delete from handoffs where code_hash = $1 returning signed_in_at as "signedInAt"',
    [codeHash],
  );
  return row?.signedInAt ?? null;
}

export async function deleteExpiredOneTimeCodes(queries: Queries, now: Date): Promise<void> {
  await queries.query('delete from handoffs where expires_at <= $1', [now]);
}
